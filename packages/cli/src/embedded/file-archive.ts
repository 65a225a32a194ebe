/** The asset with all files of the executable, as `packFiles` writes it. */
export const archiveKey = 'files'

/** Files in one piece of memory. */
export interface FileArchive {
  /** Sorted. */
  readonly keys: readonly string[]
  has(key: string): boolean
  /**
   * The memory of a file itself, which may be read-only, so that a write kills the process.
   * @throws Error for an unknown key
   */
  view(key: string): Uint8Array<ArrayBuffer>
}

/** Key and size of each file, in their order. */
export type ArchiveHead = readonly (readonly [key: string, size: number])[]

/** Opens an archive. Only its head is read: pages of a file are read from the disk when it is. */
export function openArchive(archive: ArrayBuffer): FileArchive {
  const headStart = 4
  const headEnd = headStart + new DataView(archive).getUint32(0)
  const head = JSON.parse(Buffer.from(archive, headStart, headEnd - headStart).toString('utf8')) as ArchiveHead
  const places = new Map<string, readonly [start: number, size: number]>()
  let start = headEnd
  for (const [key, size] of head) {
    places.set(key, [start, size])
    start += size
  }
  return {
    keys: [...places.keys()].toSorted(),
    has: (key) => places.has(key),
    view(key) {
      const place = places.get(key)
      if (place === undefined) throw new Error(`The executable has no file ${key}.`)
      return new Uint8Array(archive, ...place)
    },
  }
}
