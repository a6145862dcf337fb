/** How a bounded cache does. */
export interface CacheStatistics {
  /** Entries held. */
  size: number;
  hits: number;
  misses: number;
}
