"""Write `model.onnx` from the published `model.safetensors` of all-MiniLM-L6-v2, without torch.

    python build_onnx.py path/to/model.safetensors path/to/model.onnx

Needs numpy, onnx and safetensors. Weights are int8 on disk and floats in the sums, so that a text gets the same
vector on every processor and in every batch. The order of nodes and constants is part of the output: the same
weights give the same bytes.
"""

import hashlib
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load_file

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
LAYERS, HEADS, HEAD_SIZE, DIMENSION = 6, 12, 32, 384


def quantised(array, axis):
    """Return the array as int8 and its float scales along `axis`."""
    scale = np.maximum(np.abs(array).max(axis=axis, keepdims=True), 1e-8) / 127
    return np.clip(np.rint(array / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


class Graph:
    """The nodes and constants of the model, in the order in which they are added."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.constants = {}

    def constant(self, name, array):
        self.constants[name] = numpy_helper.from_array(np.array(array, order="C"), name)
        return name

    def integers(self, name, *values):
        return self.constant(name, np.array(values, np.int64))

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def linear(self, x, prefix):
        matrix, scale = quantised(self.weights[prefix + ".weight"].T.astype(np.float32), 0)
        stored = [self.constant(prefix + ".w.q", matrix), self.constant(prefix + ".w.s", scale[0])]
        matrix = self.node("DequantizeLinear", stored, prefix + ".w.dq", axis=1)
        product = self.node("MatMul", [x, matrix], prefix + ".mm")
        return self.node("Add", [product, self.constant(prefix + ".b", self.weights[prefix + ".bias"])], prefix + ".out")

    def layer_norm(self, x, prefix):
        gain = self.constant(prefix + ".g", self.weights[prefix + ".weight"])
        bias = self.constant(prefix + ".bb", self.weights[prefix + ".bias"])
        return self.node("LayerNormalization", [x, gain, bias], prefix + ".out", axis=-1, epsilon=1e-12)

    def embeddings(self):
        words, scales = quantised(self.weights["embeddings.word_embeddings.weight"], 1)
        self.node("Gather", [self.constant("word.q", words), "input_ids"], "weq")
        self.node("Cast", ["weq"], "wef", to=TensorProto.FLOAT)
        self.node("Gather", [self.constant("word.s", scales), "input_ids"], "wes")
        self.node("Mul", ["wef", "wes"], "we")
        self.node("Shape", ["input_ids"], "shp")
        self.node("Gather", ["shp", self.constant("one", np.array(1, np.int64))], "S", axis=0)
        self.node("Unsqueeze", ["S", self.integers("ax0", 0)], "S1")
        first_type = self.weights["embeddings.token_type_embeddings.weight"][0]
        positions = self.constant("pos", self.weights["embeddings.position_embeddings.weight"] + first_type)
        self.node("Slice", [positions, self.integers("z", 0), "S1", self.integers("a0", 0)], "pe")
        return self.layer_norm(self.node("Add", ["we", "pe"], "emb"), "embeddings.LayerNorm")

    def attention_bias(self):
        self.node("Cast", ["attention_mask"], "mf", to=TensorProto.FLOAT)
        self.node("Unsqueeze", ["mf", self.integers("ax12", 1, 2)], "m4")
        self.node("Sub", [self.constant("f1", np.array(1, np.float32)), "m4"], "inv")
        self.node("Mul", ["inv", self.constant("neg", np.array(-1e4, np.float32))], "bias")

    def encoder_layer(self, x, number):
        p = f"encoder.layer.{number}."
        parts = [
            self.node("Reshape", [self.linear(x, f"{p}attention.self.{part}"), "rs"], f"{p}{part}.r")
            for part in ("query", "key", "value")
        ]
        query = self.node("Transpose", [parts[0]], p + "q.t", perm=[0, 2, 1, 3])
        key = self.node("Transpose", [parts[1]], p + "k.t", perm=[0, 2, 3, 1])
        value = self.node("Transpose", [parts[2]], p + "v.t", perm=[0, 2, 1, 3])
        product = self.node("MatMul", [query, key], p + "qk")
        root = self.constant("sc", np.array(1 / np.sqrt(HEAD_SIZE), np.float32))
        scaled = self.node("Mul", [product, root], p + "qks")
        weights = self.node("Softmax", [self.node("Add", [scaled, "bias"], p + "sb")], p + "sm", axis=-1)
        mixed = self.node("MatMul", [weights, value], p + "av")
        mixed = self.node("Transpose", [mixed], p + "avt", perm=[0, 2, 1, 3])
        context = self.linear(self.node("Reshape", [mixed, "rb"], p + "ctx"), p + "attention.output.dense")
        x = self.layer_norm(self.node("Add", [x, context], p + "r1"), p + "attention.output.LayerNorm")
        inner = self.node("Gelu", [self.linear(x, p + "intermediate.dense")], p + "gelu")
        return self.layer_norm(self.node("Add", [x, self.linear(inner, p + "output.dense")], p + "r2"), p + "output.LayerNorm")


def build(weights):
    """Return the checked model: token ids and attention mask in, one vector a token out."""
    graph = Graph(weights)
    x = graph.embeddings()
    graph.attention_bias()
    graph.integers("rs", 0, 0, HEADS, HEAD_SIZE)
    graph.integers("rb", 0, 0, DIMENSION)
    for number in range(LAYERS):
        x = graph.encoder_layer(x, number)
    graph.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
    shape = ["batch", "sequence"]
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "all-MiniLM-L6-v2",
            [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask")],
            [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, DIMENSION])],
            list(graph.constants.values()),
        ),
        opset_imports=[helper.make_opsetid("", 20)],
        ir_version=9,
        producer_name="leverage-build",
    )
    onnx.checker.check_model(model)
    return model


def main(source, target):
    found = hashlib.sha256(source.read_bytes()).hexdigest()
    if found != WEIGHTS_SHA256:
        sys.exit(f"{source} is not the published file: its sha256 is {found}.")
    onnx.save(build(load_file(str(source))), str(target))
    print(target, target.stat().st_size, hashlib.sha256(target.read_bytes()).hexdigest())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
