/**
 * Pooling in WebAssembly with 128-bit vectors, written down here instruction by instruction. It gives the bits of
 * scalar-pooling.ts at a third of the time.
 *
 * Four scaled rows are added as integers. A scale is (65,536 · high + low) · 2^−exponent with 16-bit digits, so the four
 * products of a component are 65,536 · Σ high · component + Σ low · component times a power of two, where each Σ fits 32 bits
 * and the whole fits the 53 bits of a double. In doubles the same four products and their sums are exact too, so it is the
 * same number whichever way it is made; what is rounded, adding it to the sum, is done alike. Sums are 2^exponent times what
 * they are elsewhere, which changes no bit of a quotient by their norm.
 */
import {
  type Code,
  F32X4_DEMOTE_F64X2_ZERO,
  F64_ADD,
  F64_CONVERT_I32_S,
  F64_MUL,
  F64_SQRT,
  F64X2_ADD,
  F64X2_DIV,
  F64X2_GT,
  F64X2_MUL,
  F64X2_SPLAT,
  F64X2_SUB,
  f64Const,
  f64Store,
  f64x2ExtractLane,
  I16X8_SHR_U,
  I32_ADD,
  I32_LT_U,
  I32_MUL,
  I32_SHL,
  I32_XOR,
  I32X4_ADD,
  I32X4_DOT_I16X8_S,
  I32X4_SHR_S,
  i32Const,
  i32Load,
  i32Store,
  i32x4ExtractLane,
  localGet,
  localSet,
  localTee,
  loop,
  shuffle,
  V128_AND,
  V128_LOAD64_ZERO,
  V128_XOR,
  type ValueType,
  v128Const,
  v128Load,
  v128Load32Lane,
  v128Load32Splat,
  v128Load64Splat,
  v128Store,
  type WasmFunction,
  wasmModule,
} from './wasm-encoding.ts';

/** Rows that one call can add, a multiple of 4. */
export const MOST_ROWS = 512;
/** Components that are summed at once. */
export const BLOCK = 8;
/** Where the kernel holds the components of a block in its sums: the even ones, then the odd ones. */
export const COMPONENT_ORDER: readonly number[] = [0, 2, 4, 6, 1, 3, 5, 7];

export interface PoolingKernel {
  /** Signed components of each row, to be offset. [rows × dimension] */
  components: Uint8Array;
  /** Digits of each row's scale, 65,536 · high + (low mod 65,536); high ≥ 0, low ≥ −32,768. [rows] */
  digits: Int32Array;
  /** The rows to be added. [MOST_ROWS] */
  rows: Int32Array;
  /** 2^exponent · bias, each block in COMPONENT_ORDER. [dimension] */
  bias: Float64Array;
  /** [texts × dimension] */
  vectors: Float32Array;
  /** Address of `bias` and of the sum that `pool` leaves. */
  biasAt: number;
  sumAt: number;
  /** Adds 128 to each of `components`, as they have to be before `pool` is called. */
  offset: () => void;
  /**
   * Sets the sum to `factor` · what is at `start` plus the first `count` rows (a multiple of 4, not 0), and the `index`-th
   * vector to the sum over its norm, or to zeros where the norm is 0.
   */
  pool: (count: number, start: number, factor: number, index: number) => void;
}

/** @throws where there is no WebAssembly with vectors, or a content security policy forbids it */
export function poolingKernel(rows: number, dimension: number, texts: number): PoolingKernel {
  const layout = layoutOf(rows, dimension, texts);
  const body = [...prepareGroups(layout, dimension), ...addRows(layout, dimension), ...divideByNorm(layout, dimension)];
  const module = wasmModule(Math.ceil(layout.end / 65_536), [
    { name: 'pool', parameters: PARAMETERS, locals: LOCALS, body },
    offsetComponents(layout),
  ]);
  const { memory, pool, offset } = new WebAssembly.Instance(new WebAssembly.Module(module)).exports as unknown as Pick<
    PoolingKernel,
    'pool' | 'offset'
  > & { memory: { buffer: ArrayBuffer } };
  const { buffer } = memory;
  return {
    components: new Uint8Array(buffer, 0, rows * dimension),
    digits: new Int32Array(buffer, layout.digitsAt, rows),
    rows: new Int32Array(buffer, layout.rowsAt, MOST_ROWS),
    bias: new Float64Array(buffer, layout.biasAt, dimension),
    vectors: new Float32Array(buffer, layout.vectorsAt, texts * dimension),
    biasAt: layout.biasAt,
    sumAt: layout.sumAt,
    offset,
    pool,
  };
}

/** Of a group of four rows a, b, c, d: their addresses, the pairs of digits that they are multiplied by, and an offset. */
const GROUP = { addresses: 0, lowAB: 16, lowCD: 20, highAB: 24, highCD: 28, offset: 32, bytes: 48 } as const;

/** The components are at 0. Rows of 128 begin with a cache line. */
function layoutOf(rows: number, dimension: number, texts: number) {
  const aligned = (address: number) => Math.ceil(address / 64) * 64;
  const digitsAt = aligned(rows * dimension);
  const rowsAt = aligned(digitsAt + 4 * rows);
  const groupsAt = rowsAt + 4 * MOST_ROWS;
  const biasAt = groupsAt + (GROUP.bytes * MOST_ROWS) / 4;
  const sumAt = biasAt + 8 * dimension;
  const vectorsAt = sumAt + 8 * dimension;
  return { digitsAt, rowsAt, groupsAt, biasAt, sumAt, vectorsAt, end: vectorsAt + 4 * texts * dimension };
}

type Layout = ReturnType<typeof layoutOf>;

const PARAMETERS: ValueType[] = ['i32', 'i32', 'f64', 'i32'];
const LOCALS: ValueType[] = [];
const local = (type: ValueType) => PARAMETERS.length + LOCALS.push(type) - 1;
const COUNT = 0;
const START = 1;
const FACTOR = 2;
const INDEX = 3;
const NEXT = local('i32');
const ROWS_END = local('i32');
const ROW = local('i32');
const TOUCHED = local('i32');
const GROUP_AT = local('i32');
const GROUPS_END = local('i32');
const COMPONENT = local('i32');
const SUM_AT = local('i32');
const VECTOR_AT = local('i32');
const SQUARE = local('f64');
const ROWS = [local('v128'), local('v128'), local('v128'), local('v128')] as const;
const AB = local('v128');
const CD = local('v128');
const LOW = local('v128');
const HIGH = local('v128');
const SPLAT = local('v128');
const MASK = local('v128');
const OFFSET = local('v128');
const SUMS = [local('v128'), local('v128'), local('v128'), local('v128')] as const;

const program = (...parts: Code[]): Code => parts.flat();
const advance = (pointer: number, by: number): Code =>
  program(localGet(pointer), i32Const(by), I32_ADD, localTee(pointer));
const splat16 = (value: number): Code => v128Const(new Int16Array(8).fill(value));
const splat32 = (value: number): Code => v128Const(new Int32Array(4).fill(value));

/** 1.5 · 2^52, and the upper half of its bits. A double of it and an integer n, 0 ≤ n < 2^51, has n in its lower 51 bits. */
const INTEGERS = 1.5 * 2 ** 52;
const INTEGERS_UPPER = 0x43380000;

/** In JavaScript this would take most of the time to load: millions of bytes before anything is compiled well. */
function offsetComponents({ digitsAt }: Layout): WasmFunction {
  const at = 0;
  const sixteen = program(localGet(at), localGet(at), v128Load(0), splat32(-0x7f7f7f80), V128_XOR, v128Store(0));
  return {
    name: 'offset',
    parameters: [],
    locals: ['i32'],
    body: loop(sixteen, advance(at, 16), i32Const(digitsAt), I32_LT_U),
  };
}

/** Lays the groups out for `addRows`, which reads each once a block. */
function prepareGroups({ digitsAt, rowsAt, groupsAt }: Layout, dimension: number): Code {
  // All cache lines of a row are touched now, so that memory answers to many at once.
  const lines = Array.from({ length: Math.ceil(dimension / 64) }, (_, line) =>
    program(localGet(ROW), i32Load(64 * line), localGet(TOUCHED), I32_XOR, localSet(TOUCHED)),
  );
  const address = (r: number): Code =>
    program(
      ...[localGet(GROUP_AT), localGet(NEXT), i32Load(4 * r), i32Const(dimension), I32_MUL, localTee(ROW)],
      ...[i32Store(GROUP.addresses + 4 * r), ...lines],
    );
  const digits = [0, 1, 2, 3].reduce<Code>(
    (vector, r) => program(localGet(NEXT), i32Load(4 * r), i32Const(2), I32_SHL, vector, v128Load32Lane(digitsAt, r)),
    splat32(0),
  );
  const sumOfLanes = (a: number, b: number): Code =>
    program(localGet(HIGH), i32x4ExtractLane(a), localGet(HIGH), i32x4ExtractLane(b), I32_ADD, F64_CONVERT_I32_S);
  return program(
    ...[i32Const(rowsAt), localTee(NEXT), localGet(COUNT), i32Const(2), I32_SHL, I32_ADD, localSet(ROWS_END)],
    ...[i32Const(groupsAt), localSet(GROUP_AT)],
    loop(
      ...[0, 1, 2, 3].map(address),
      ...[digits, localTee(LOW), localGet(LOW), shuffle(0, 2, 4, 6, 1, 3, 5, 7), localSet(LOW)],
      ...[localGet(GROUP_AT), localGet(LOW), v128Store(GROUP.lowAB)],
      // The 128 that is in each component comes off with INTEGERS: 128 · (65,536 · Σ high + Σ low).
      ...[localGet(LOW), splat16(128), I32X4_DOT_I16X8_S, localSet(HIGH)],
      ...[localGet(GROUP_AT), sumOfLanes(2, 3), f64Const(65_536), F64_MUL, sumOfLanes(0, 1), F64_ADD],
      ...[f64Const(INTEGERS), F64_ADD, f64Store(GROUP.offset)],
      ...[advance(GROUP_AT, GROUP.bytes), localSet(GROUPS_END)],
      ...[advance(NEXT, 16), localGet(ROWS_END), I32_LT_U],
    ),
    // Read by nobody: without it a compiler may leave the touching out.
    ...[i32Const(rowsAt), localGet(TOUCHED), i32Store(0)],
  );
}

/** A block at a time, whose sums stay in registers over all rows; then its squares, in the order of the components. */
function addRows({ groupsAt, sumAt }: Layout, dimension: number): Code {
  const ofGroup = (load: Code): Code => program(localGet(GROUP_AT), load);
  const dot = (rows: number, pair: number): Code =>
    program(localGet(rows), ofGroup(v128Load32Splat(pair)), I32X4_DOT_I16X8_S);
  const isolated = { even: program(splat16(255), V128_AND), odd: program(i32Const(8), I16X8_SHR_U) };
  const interleaved = shuffle(0, 8, 1, 9, 2, 10, 3, 11);
  const alternate = shuffle(0, 9, 2, 11, 4, 13, 6, 15);
  /** The doubles are INTEGERS plus the four products; what is too much comes off before they are added. */
  const addTwo = (sum: number, joined: Code): Code =>
    program(
      ...[localGet(sum), localGet(LOW), localGet(HIGH), joined, localGet(OFFSET), F64X2_SUB, F64X2_ADD, localSet(sum)],
    );
  const addFour = (parity: 'even' | 'odd', [first, second]: [number, number]): Code =>
    program(
      ...[localGet(ROWS[0]), localGet(ROWS[1]), interleaved, isolated[parity], localSet(AB)],
      ...[localGet(ROWS[2]), localGet(ROWS[3]), interleaved, isolated[parity], localSet(CD)],
      ...[dot(AB, GROUP.lowAB), dot(CD, GROUP.lowCD), I32X4_ADD, localSet(LOW)],
      ...[dot(AB, GROUP.highAB), dot(CD, GROUP.highCD), I32X4_ADD],
      // What LOW has beyond 16 bits is carried.
      ...[localGet(LOW), i32Const(16), I32X4_SHR_S, I32X4_ADD, localSet(HIGH)],
      // The four 16-bit parts of each double, lowest first: low digit; high digit, lower part; the same, upper part; INTEGERS.
      ...[localGet(LOW), localGet(HIGH), alternate, localSet(LOW)],
      ...[localGet(HIGH), splat32(INTEGERS_UPPER), alternate, localSet(HIGH)],
      ...[addTwo(first, interleaved), addTwo(second, shuffle(4, 12, 5, 13, 6, 14, 7, 15))],
    );
  const inOrder = Array.from({ length: BLOCK }, (_, component) => {
    const at = COMPONENT_ORDER.indexOf(component);
    return program(localGet(SUMS[at >> 1]), f64x2ExtractLane(at & 1), F64_ADD);
  });
  return program(
    ...[localGet(FACTOR), F64X2_SPLAT, localSet(SPLAT), i32Const(sumAt), localSet(SUM_AT)],
    loop(
      ...SUMS.map((sum, k) => program(localGet(START), v128Load(16 * k), localGet(SPLAT), F64X2_MUL, localSet(sum))),
      ...[i32Const(groupsAt), localSet(GROUP_AT)],
      loop(
        ...ROWS.map((row, r) =>
          program(
            ofGroup(i32Load(GROUP.addresses + 4 * r)),
            localGet(COMPONENT),
            I32_ADD,
            V128_LOAD64_ZERO,
            localSet(row),
          ),
        ),
        ...[ofGroup(v128Load64Splat(GROUP.offset)), localSet(OFFSET)],
        ...[addFour('even', [SUMS[0], SUMS[1]]), addFour('odd', [SUMS[2], SUMS[3]])],
        ...[advance(GROUP_AT, GROUP.bytes), localGet(GROUPS_END), I32_LT_U],
      ),
      ...SUMS.map((sum, k) => program(localGet(SUM_AT), localGet(sum), v128Store(16 * k))),
      ...SUMS.map((sum) => program(localGet(sum), localGet(sum), F64X2_MUL, localSet(sum))),
      ...[localGet(SQUARE), ...inOrder, localSet(SQUARE)],
      ...[advance(START, 8 * BLOCK), localSet(START), advance(SUM_AT, 8 * BLOCK), localSet(SUM_AT)],
      ...[advance(COMPONENT, BLOCK), i32Const(dimension), I32_LT_U],
    ),
  );
}

/** Expects SUM_AT at the end of the sum. */
function divideByNorm({ sumAt, vectorsAt }: Layout, dimension: number): Code {
  const quotient = (k: number): Code =>
    program(
      ...[localGet(START), v128Load(16 * k), localGet(SPLAT), F64X2_DIV, localGet(MASK), V128_AND],
      F32X4_DEMOTE_F64X2_ZERO,
    );
  const fourComponents = (k: number): Code =>
    program(localGet(VECTOR_AT), quotient(k), quotient(k + 2), shuffle(0, 4, 1, 5), v128Store(16 * k));
  return program(
    ...[localGet(SQUARE), F64_SQRT, F64X2_SPLAT, localTee(SPLAT), splat32(0), F64X2_GT, localSet(MASK)],
    ...[localGet(INDEX), i32Const(4 * dimension), I32_MUL, i32Const(vectorsAt), I32_ADD, localSet(VECTOR_AT)],
    ...[i32Const(sumAt), localSet(START)],
    loop(
      ...[fourComponents(0), fourComponents(1), advance(VECTOR_AT, 4 * BLOCK), localSet(VECTOR_AT)],
      ...[advance(START, 8 * BLOCK), localGet(SUM_AT), I32_LT_U],
    ),
  );
}
