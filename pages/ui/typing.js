// Two things that a form must not lose, and that Streamlit loses by itself.
(() => {
  // What stands in a large text box is sent only when one leaves the box. This sends it after a short pause too, as
  // leaving the box does.
  const PAUSE = 500
  let timer
  const send = (box) => box.dispatchEvent(new FocusEvent("focusout", { bubbles: true }))

  // What was typed into a pick-or-type box is dropped unless Enter is pressed. This presses Enter when one leaves it.
  const typedInto = new WeakSet()
  const isPicker = (box) => box instanceof HTMLInputElement && box.getAttribute("role") === "combobox"
  const keep = (box) => {
    if (!isPicker(box) || !typedInto.has(box) || !box.value.trim()) return
    typedInto.delete(box)
    const enter = { key: "Enter", code: "Enter", keyCode: 13, which: 13, bubbles: true, cancelable: true }
    box.dispatchEvent(new KeyboardEvent("keydown", enter))
  }

  document.addEventListener("input", (event) => {
    const box = event.target
    if (isPicker(box)) typedInto.add(box)
    if (!(box instanceof HTMLTextAreaElement)) return
    clearTimeout(timer)
    timer = setTimeout(() => send(box), PAUSE)
  })
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") keep(event.target)
    if (event.key === "Enter") typedInto.delete(event.target)
  }, true)
  document.addEventListener("pointerdown", (event) => {
    const box = document.activeElement
    const isInList = event.target instanceof Element && event.target.closest("[role=listbox], [data-baseweb=popover]")
    if (!isInList && event.target !== box) keep(box)
  }, true)
})()
