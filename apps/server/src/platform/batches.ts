/**
 * Runs batches until one is not full. `run` processes at most `size` rows and returns how many it found. Returns the total.
 */
export async function inBatches(size: number, run: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const found = await run()
    total += found
    if (found < size) return total
  }
}
