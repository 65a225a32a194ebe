/** The first read of a memory that listens to changes already; where it fails, the subscription ends. */
export async function readFirst(read: () => Promise<void>, leave: () => void): Promise<void> {
  try {
    await read()
  } catch (error) {
    leave()
    throw error
  }
}
