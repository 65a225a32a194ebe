/** Work whose success is all there is to say. */
export async function done(work: Promise<void>): Promise<undefined> {
  await work
  return undefined
}
