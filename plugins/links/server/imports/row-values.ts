/** The values of a row, as the input of a new link has them. */
import { domainToASCII } from 'node:url'
import type { ImportField, ImportMapping } from '../../shared.ts'

/** A row before it is judged. */
export interface RowValues {
  readonly line: number
  /** As DNS has it; undefined where the row names none. */
  readonly host: string | undefined
  /** Empty for a random one. */
  readonly slug: string
  readonly folder: string
  readonly clicksBefore: number
  /** The other values, which the input of a new link checks. */
  readonly given: Readonly<Record<string, unknown>>
}

/** Reads a row by its mapping. */
export function valuesOf(
  { line, cells }: { readonly line: number; readonly cells: readonly string[] },
  mapping: ImportMapping,
): RowValues {
  const text = new Map<ImportField, string>()
  for (const [at, field] of mapping.entries()) if (field !== null) text.set(field, (cells[at] ?? '').trim())
  const address = addressOf(text.get('shortUrl') ?? '')
  const given = Object.fromEntries(
    [...text].flatMap(([field, cell]) => {
      const read = readers[field]
      return read === undefined || cell === '' ? [] : [[field, read(cell)] as const]
    }),
  )
  const slug = text.get('slug') ?? ''
  return {
    line,
    host: address?.host,
    slug: slug === '' ? (address?.slug ?? '') : slug.replace(/^\//, ''),
    folder: text.get('folder') ?? '',
    clicksBefore: countOf(text.get('clicksBefore') ?? ''),
    given,
  }
}

type Reader = (cell: string) => unknown

const plain: Reader = (cell) => cell

/** How cells become values; one that is not understood stays a text, which the input refuses. */
const readers: Readonly<Partial<Record<ImportField, Reader>>> = {
  url: plain,
  title: plain,
  note: plain,
  externalId: plain,
  expiredUrl: plain,
  previewTitle: plain,
  previewDescription: plain,
  query: (cell) => cell.toLowerCase(),
  tags: (cell) => [...new Set(cell.split(/[,|]/).map((tag) => tag.trim()))].filter((tag) => tag !== ''),
  redirect: numberOf,
  clickLimit: numberOf,
  isEnabled: answerOf,
  isArchived: answerOf,
  startsAt: momentOf,
  expiresAt: momentOf,
}

function numberOf(cell: string): unknown {
  return /^\d{1,10}$/.test(cell) ? Number(cell) : cell
}

/** Other text than a number counts as 0. */
function countOf(cell: string): number {
  const digits = cell.replaceAll(/[\s,.']/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : 0
}

function answerOf(cell: string): unknown {
  const text = cell.toLowerCase()
  if (['true', 'yes', 'y', '1', '是'].includes(text)) return true
  return ['false', 'no', 'n', '0', '否'].includes(text) ? false : cell
}

/** A moment without a time zone is one of UTC; anything but ISO 8601 is refused. */
function momentOf(cell: string): unknown {
  const isZoneless = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/.test(cell)
  const moment = new Date(isZoneless ? `${cell.replace(' ', 'T')}Z` : cell)
  return /^\d{4}-/.test(cell) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : cell
}

/** The host and the path of a short address, with or without its scheme. */
function addressOf(text: string): { readonly host: string; readonly slug: string } | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (text === '' || url === null) return undefined
  return { host: domainToASCII(url.hostname), slug: decoded(url.pathname.replace(/^\//, '').replace(/\/$/, '')) }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
