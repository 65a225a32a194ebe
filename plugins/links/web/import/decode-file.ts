/** The text of a file in UTF-8, or in GB 18030, which spreadsheets in Chinese write; undefined for any other. */
export async function decodeFile(file: Blob): Promise<string | undefined> {
  const bytes = await file.arrayBuffer()
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next encoding may fit.
    }
  }
  return undefined
}
