/** A similarity graph to place: one entry a node. */
export interface LayoutInput {
  /** Fiedler vector entries; zeros where the graph is disconnected. */
  fiedler: readonly number[];
  /** 0 or 1: which part of the cut a node is in. Null: there is no cut. */
  side: readonly (0 | 1)[] | null;
  /** Nodes of one document start out next to each other. */
  document: readonly number[];
  edges: readonly { i: number; j: number; weight: number }[];
}

/** Pixels. Parts lie strictly left and right of `cutX`. */
export interface GraphLayout {
  width: number;
  height: number;
  cutX: number | null;
  x: number[];
  y: number[];
}

/** Node radius in pixels, large enough for a label such as "10.3". */
export const NODE_RADIUS = 15;
const SPACING = 2 * NODE_RADIUS + 12;
const MARGIN = NODE_RADIUS + 10;
const HEADER = 34;
const ITERATIONS = 160;

/**
 * Places the larger part left and the other right. Across, a node stands by its Fiedler value: far from the cut where its
 * magnitude is large, near the cut where it is small (Fiedler 1973: the entry orders nodes along the weakest separation).
 * Down, the nodes of a part are spread evenly, in an order that puts similar sentences near each other (barycentre
 * method). Deterministic: no random start, and only arithmetic and square roots.
 */
export function layoutGraph(input: LayoutInput, width: number): GraphLayout {
  const n = input.fiedler.length;
  const gap = Math.max(64, width * 0.17);
  const cutX = input.side ? width / 2 : null;
  const zone = (i: number): [number, number] => {
    if (cutX === null) return [MARGIN, width - MARGIN];
    return input.side?.[i] === 1 ? [cutX + gap / 2, width - MARGIN] : [MARGIN, cutX - gap / 2];
  };
  const groups: number[][] = [[], []];
  for (let i = 0; i < n; i++) groups[input.side?.[i] ?? 0].push(i);
  const height = heightFor(groups, cutX === null ? width - 2 * MARGIN : (width - gap) / 2 - MARGIN);
  const targetY = downTargets(input, groups, HEADER + MARGIN, height - MARGIN);
  const targetX = acrossTargets(input, groups, zone, targetY);
  const x = [...targetX];
  const y = [...targetY];
  for (let step = 0; step < ITERATIONS; step++) {
    const pull = 0.1 * (1 - step / ITERATIONS);
    for (let i = 0; i < n; i++) {
      x[i] += pull * (targetX[i] - x[i]);
      y[i] += pull * (targetY[i] - y[i]);
    }
    separate(x, y);
    for (let i = 0; i < n; i++) {
      const [lo, hi] = zone(i);
      x[i] = Math.min(hi, Math.max(lo, x[i]));
      y[i] = Math.min(height - MARGIN, Math.max(HEADER + MARGIN, y[i]));
    }
  }
  return { width, height, cutX, x, y };
}

/** High enough that the nodes of the fuller side have room in its zone. */
function heightFor(groups: readonly number[][], zoneWidth: number): number {
  const columns = Math.max(1, Math.floor(zoneWidth / (SPACING * 1.2)));
  const rows = Math.max(...groups.map((g) => Math.ceil(g.length / columns)));
  return Math.round(HEADER + 2 * MARGIN + Math.max(240, rows * SPACING * 1.5));
}

/**
 * Half by Fiedler value and half by its rank inside the part, so that order is kept and close values still stand apart.
 * Without a Fiedler vector (a disconnected graph) nodes take two columns by turns down the part.
 */
function acrossTargets(
  input: LayoutInput,
  groups: readonly number[][],
  zone: (i: number) => readonly [number, number],
  y: readonly number[],
): number[] {
  const x = new Array<number>(input.fiedler.length).fill(0);
  const magnitude = (i: number): number => (input.side ? Math.abs(input.fiedler[i]) : input.fiedler[i]);
  for (const group of groups) {
    const values = group.map(magnitude);
    const largest = Math.max(...values, 0);
    const smallest = input.side ? 0 : Math.min(...values, 0);
    group.forEach((i) => {
      const [lo, hi] = zone(i);
      const outward =
        largest > smallest
          ? ((magnitude(i) - smallest) / (largest - smallest) + midRankOf(magnitude(i), values)) / 2
          : group.filter((j) => y[j] < y[i]).length % 2 === 0
            ? 0.7
            : 0.3;
      x[i] = input.side?.[i] === 1 || !input.side ? lo + outward * (hi - lo) : hi - outward * (hi - lo);
    });
  }
  return x;
}

function midRankOf(value: number, values: readonly number[]): number {
  let rank = 0;
  for (const v of values) rank += v < value ? 1 : v === value ? 0.5 : 0;
  return rank / values.length;
}

/** Even slots down each group, ordered by the mean slot of a node's neighbours, by turns, until it settles. */
function downTargets(input: LayoutInput, groups: readonly number[][], top: number, bottom: number): number[] {
  const y = new Array<number>(input.fiedler.length).fill(0);
  const neighbours = y.map((): { node: number; weight: number }[] => []);
  for (const { i, j, weight } of input.edges) {
    neighbours[i].push({ node: j, weight });
    neighbours[j].push({ node: i, weight });
  }
  const assign = (order: readonly number[]): void => {
    order.forEach((i, rank) => {
      y[i] = top + ((rank + 0.5) / order.length) * (bottom - top);
    });
  };
  const mean = (i: number): number => {
    let sum = y[i];
    let total = 1;
    for (const { node, weight } of neighbours[i]) {
      sum += weight * y[node];
      total += weight;
    }
    return sum / total;
  };
  const orders = groups.map((g) => [...g].sort((a, b) => input.document[a] - input.document[b] || a - b));
  for (const order of orders) assign(order);
  for (let round = 0; round < 8; round++) {
    for (const order of orders) {
      const means = new Map(order.map((i) => [i, mean(i)]));
      order.sort((a, b) => (means.get(a) ?? 0) - (means.get(b) ?? 0) || a - b);
      assign(order);
    }
  }
  return y;
}

/** Pushes pairs closer than the spacing apart, half the missing distance each. */
function separate(x: number[], y: number[]): void {
  for (let i = 0; i < x.length; i++) {
    for (let j = i + 1; j < x.length; j++) {
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      if (Math.abs(dx) >= SPACING || Math.abs(dy) >= SPACING) continue;
      const d = Math.sqrt(dx * dx + dy * dy);
      if (d >= SPACING) continue;
      const push = (SPACING - d) / 2;
      const ux = d < 1e-6 ? 0 : dx / d;
      const uy = d < 1e-6 ? 1 : dy / d;
      x[i] -= push * ux;
      y[i] -= push * uy;
      x[j] += push * ux;
      y[j] += push * uy;
    }
  }
}
