// Streamlit sends what stands in a large text box only when one leaves the box. This sends it after a short pause too,
// so that notes are kept while they are typed. It does what leaving the box does, and nothing else.
(() => {
  const PAUSE = 500
  let timer
  const send = (box) => box.dispatchEvent(new FocusEvent("focusout", { bubbles: true }))
  document.addEventListener("input", (event) => {
    const box = event.target
    if (!(box instanceof HTMLTextAreaElement)) return
    clearTimeout(timer)
    timer = setTimeout(() => send(box), PAUSE)
  })
})()
