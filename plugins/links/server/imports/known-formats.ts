/**
 * Files of other systems, known by their columns.
 *
 *   own     the export of this plugin
 *   dub     CSV of its dashboard ("Short link", "Destination URL", …), and links as its API has them
 *   shlink  CSV of its web client
 */
import { importFields, type ImportField, type ImportFormat, type ImportMapping } from '../../shared.ts'

type Columns = Readonly<Record<string, ImportField | null>>

const own: Columns = Object.fromEntries(importFields.map((field) => [fold(field), field]))

const dub: Columns = {
  link: 'shortUrl',
  'short link': 'shortUrl',
  shortlink: 'shortUrl',
  key: 'slug',
  url: 'url',
  'destination url': 'url',
  title: 'title',
  comments: 'note',
  tags: 'tags',
  externalid: 'externalId',
  archived: 'isArchived',
  expiresat: 'expiresAt',
  expiredurl: 'expiredUrl',
  clicks: 'clicksBefore',
}

const shlink: Columns = {
  shorturl: 'shortUrl',
  shortcode: 'slug',
  longurl: 'url',
  title: 'title',
  tags: 'tags',
  visits: 'clicksBefore',
}

const mappings: Readonly<Record<ImportFormat, Columns>> = { own, dub, shlink, other: own }

/** The system that wrote a file. */
export function formatOf(columns: readonly string[]): ImportFormat {
  const names = new Set(columns.map(fold))
  const hasAll = (...wanted: readonly string[]): boolean => wanted.every((name) => names.has(name))
  if (hasAll('shorturl', 'url', 'clicksbefore')) return 'own'
  if (hasAll('shorturl', 'longurl')) return 'shlink'
  if (hasAll('short link', 'destination url') || hasAll('domain', 'key', 'url') || hasAll('link', 'url')) return 'dub'
  return 'other'
}

/** The field of each column, as the format has it: each once. */
export function suggestedMapping(columns: readonly string[], format: ImportFormat): ImportMapping {
  const taken = new Set<ImportField>()
  return columns.map((column) => {
    const field = mappings[format][fold(column)] ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

function fold(column: string): string {
  return column.normalize('NFKC').trim().toLowerCase()
}
