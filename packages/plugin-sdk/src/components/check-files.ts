/** Which files a `FileDrop` takes. */
export interface FileRules {
  /** As in a file input: kinds such as `image/*` and endings such as `.pdf`, with commas; anything when left out. */
  readonly accept?: string | undefined
  /** How large one file may be, in bytes. */
  readonly maxBytes?: number | undefined
  /** How many there may be; one replaces the one before. */
  readonly maxFiles?: number | undefined
}

/** Why a file was not taken. */
export type RefusalReason = 'wrongKind' | 'tooLarge' | 'empty' | 'tooMany'

/** A file that was not taken. */
export interface RefusedFile {
  readonly name: string
  readonly reason: RefusalReason
}

/** Result of adding files. */
export interface CheckedFiles {
  /** All that there are now. */
  readonly files: readonly File[]
  /** How many of them are new. */
  readonly added: number
  readonly refused: readonly RefusedFile[]
}

/** Accepts the files that the rules allow, up to `maxFiles`, and returns a reason for each rejected file. */
export function checkFiles(present: readonly File[], offered: readonly File[], rules: FileRules): CheckedFiles {
  const { maxFiles = Infinity } = rules
  const reasons = offered.map((file) => [file, reasonAgainst(file, rules)] as const)
  const fit = reasons.filter(([, reason]) => reason === undefined).map(([file]) => file)
  const fresh = fit.filter((file) => !present.some((one) => isSameFile(one, file)))
  const kept = maxFiles === 1 && fresh.length > 0 ? [] : present
  const taken = fresh.slice(0, Math.max(0, maxFiles - kept.length))
  const refused = [
    ...reasons.flatMap(([{ name }, reason]) => (reason === undefined ? [] : [{ name, reason }])),
    ...fresh.slice(taken.length).map(({ name }) => ({ name, reason: 'tooMany' as const })),
  ]
  return { files: [...kept, ...taken], added: taken.length, refused }
}

function reasonAgainst(file: File, { accept, maxBytes = Infinity }: FileRules): RefusalReason | undefined {
  if (accept !== undefined && !isAccepted(file, accept)) return 'wrongKind'
  if (file.size > maxBytes) return 'tooLarge'
  return file.size === 0 ? 'empty' : undefined
}

function isAccepted({ name, type }: File, accept: string): boolean {
  const wanted = accept.split(',').map((one) => one.trim().toLowerCase())
  return wanted.some((one) => {
    if (one.startsWith('.')) return name.toLowerCase().endsWith(one)
    if (one.endsWith('/*')) return type.startsWith(one.slice(0, -1))
    return type === one
  })
}

function isSameFile(one: File, other: File): boolean {
  return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}
