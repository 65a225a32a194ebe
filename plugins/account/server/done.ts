/** Work that answers with no content on success. */
export async function done(work: Promise<void>): Promise<undefined> {
  await work
  return undefined
}
