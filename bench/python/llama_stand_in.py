"""A language model of Llama-Guard-3-1B's shape with random weights, served by llama.cpp with its OpenAI-compatible API.

    llama_stand_in.py FOLDER TEXTS SLOTS THREADS

FOLDER keeps the model file between runs; TEXTS is a JSON list of the texts it will be asked, from which a tokenizer is made
up. Prints one line of JSON with the address once it serves, and stops when its standard input ends. How long an answer
takes depends on the shape, on the number of tokens and on the arithmetic, not on what the weights are; what it answers means
nothing.
"""

import hashlib
import json
import os
import pathlib
import re
import sys

import gguf
import numpy as np

# Llama 3.2 1B, from which Llama-Guard-3-1B is tuned; embeddings are tied.
LAYERS, WIDTH, HEADS, KV_HEADS, FEED_FORWARD, VOCABULARY = 16, 2048, 32, 8, 8192, 128256
CONTEXT, ROPE_BASE, EPSILON = 131072, 500000.0, 1e-5
QUANTIZATION = gguf.GGMLQuantizationType.Q8_0
# Longer words are two pieces: English prose then has about as many characters a token as with Llama's own tokenizer.
LONGEST_PIECE = 7
SPECIAL = ["<|begin_of_text|>", "<|end_of_text|>", "<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>"]


def escaped(data):
    return "".join(chr(b) if 32 < b < 127 and b != 92 else f"\\x{b:02x}" for b in data)


def pieces_of(texts):
    """Every word with the space before it, cut to pieces that a greedy longest match finds again."""
    pieces = set()
    for text in texts:
        for word in re.findall(r" ?[^\W\d_]+| ?\d{1,3}|\s+", text):
            for at in range(0, len(word), LONGEST_PIECE):
                pieces.add(word[at : at + LONGEST_PIECE].encode())
    return sorted(p for p in pieces if 1 < len(p) <= 32)


def tokens_of(texts):
    tokens = [escaped(bytes([b])) for b in range(256)]
    tokens += [escaped(p) for p in pieces_of(texts)]
    assert len(tokens) < VOCABULARY - len(SPECIAL), "more pieces than the vocabulary holds"
    tokens += [f"<unused-{i}>" for i in range(VOCABULARY - len(SPECIAL) - len(tokens))]
    return tokens


def random_q8(rng, rows, columns):
    """Blocks of 32 int8 with one float16 scale each, as Q8_0 lays them out: weights of about 0.02."""
    blocks = rows * columns // 32
    data = np.empty((blocks, 34), np.uint8)
    data[:, :2] = np.frombuffer(np.float16(0.02 / 64).tobytes(), np.uint8)
    data[:, 2:] = rng.integers(0, 256, (blocks, 32), np.uint8)
    return data.reshape(rows, columns // 32 * 34)


def write_model(path, tokens):
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("random weights of the shape of Llama-Guard-3-1B")
    writer.add_vocab_size(VOCABULARY)
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_rope_freq_base(ROPE_BASE)
    writer.add_layer_norm_rms_eps(EPSILON)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    writer.add_tokenizer_model("rwkv")
    writer.add_token_list(tokens + SPECIAL)
    kinds = [gguf.TokenType.NORMAL] * len(tokens) + [gguf.TokenType.CONTROL] * len(SPECIAL)
    writer.add_token_types(kinds)
    writer.add_bos_token_id(len(tokens))
    writer.add_eos_token_id(len(tokens) + 1)
    writer.add_add_bos_token(True)
    rng = np.random.default_rng(1)

    def matrix(name, rows, columns):
        writer.add_tensor(name, random_q8(rng, rows, columns), raw_dtype=QUANTIZATION)

    def ones(name):
        writer.add_tensor(name, np.ones(WIDTH, np.float32))

    kv_width = WIDTH // HEADS * KV_HEADS
    matrix("token_embd.weight", VOCABULARY, WIDTH)
    ones("output_norm.weight")
    for layer in range(LAYERS):
        ones(f"blk.{layer}.attn_norm.weight")
        matrix(f"blk.{layer}.attn_q.weight", WIDTH, WIDTH)
        matrix(f"blk.{layer}.attn_k.weight", kv_width, WIDTH)
        matrix(f"blk.{layer}.attn_v.weight", kv_width, WIDTH)
        matrix(f"blk.{layer}.attn_output.weight", WIDTH, WIDTH)
        ones(f"blk.{layer}.ffn_norm.weight")
        matrix(f"blk.{layer}.ffn_gate.weight", FEED_FORWARD, WIDTH)
        matrix(f"blk.{layer}.ffn_up.weight", FEED_FORWARD, WIDTH)
        matrix(f"blk.{layer}.ffn_down.weight", WIDTH, FEED_FORWARD)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def serve_xllamacpp(path, slots, threads):
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.n_parallel = slots
    parameters.n_ctx = 2048 * slots
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.n_threads_http = slots + 2
    parameters.warmup = True
    server = xllamacpp.Server(parameters)
    features = re.findall(r"(\w+) = 1", xllamacpp.get_system_info())
    name = f"llama.cpp of xllamacpp {xllamacpp.__version__} ({', '.join(features)})"
    return server, server.listening_address, name


def main():
    folder, texts = pathlib.Path(sys.argv[1]), json.loads(pathlib.Path(sys.argv[2]).read_text())
    slots, threads = int(sys.argv[3]), int(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    tokens = tokens_of(texts)
    path = folder / f"shape-1b-q8_0-{hashlib.sha256(json.dumps(tokens).encode()).hexdigest()[:12]}.gguf"
    if not path.exists():
        # Of other texts, so of no use any more; each is as large as this one.
        for old in folder.glob("shape-1b-*"):
            old.unlink()
        part = path.with_suffix(".part")
        write_model(part, tokens)
        part.rename(path)
    _server, address, name = serve_xllamacpp(path, slots, threads)
    print(json.dumps({"url": address, "server": name, "bytes": path.stat().st_size}), flush=True)
    sys.stdin.read()
    # Answers that nobody waits for any more are not worth finishing.
    os._exit(0)


main()
