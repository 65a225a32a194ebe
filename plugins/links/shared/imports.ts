/** Imports of links from files of other systems, and the columns of our own. */
import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { linkLimits } from './limits.ts'

/** The name of a file as an import takes it. */
export function importName(fileName: string): string {
  const name = fileName
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, 200)
    .trim()
  return isDisplayName(name) ? name : 'import'
}

/** Fields of a link that are columns of exported and of imported files. */
const commonFields = [
  'url',
  'title',
  'note',
  'tags',
  'folder',
  'externalId',
  'redirect',
  'query',
  'isEnabled',
  'isArchived',
  'startsAt',
  'expiresAt',
  'expiredUrl',
  'clickLimit',
  'clicksBefore',
  'previewTitle',
  'previewDescription',
] as const

/** Columns of an exported file, in their order. */
export const exportColumns = ['shortUrl', ...commonFields, 'createdAt'] as const

export type ExportColumn = (typeof exportColumns)[number]

/** Fields of a link that a column of a file can fill. */
export const importFields = ['shortUrl', 'slug', ...commonFields] as const

/** Systems whose files are known by their columns. */
export const importFormats = ['own', 'dub', 'shlink', 'other'] as const

/** Outcomes of a line. */
export const importOutcomes = ['new', 'renamed', 'exists', 'collision', 'invalid'] as const

/** What becomes of a line whose slug another link has. */
export const collisionModes = ['skip', 'rename'] as const

export type ImportField = (typeof importFields)[number]
export type ImportFormat = (typeof importFormats)[number]
export type ImportOutcome = (typeof importOutcomes)[number]
export type CollisionMode = (typeof collisionModes)[number]

/** The field of each column; null for one that is left out. */
export type ImportMapping = readonly (ImportField | null)[]

/** A dry run or an import, as it was asked for. */
export interface ImportTask {
  readonly dryRun: boolean
  readonly mapping: ImportMapping
  /** The host of links whose own one the workspace doesn't have, as DNS has it. */
  readonly host: string
  readonly collisions: CollisionMode
  /** The member who asked. */
  readonly userId: string
}

/** How a task ended. */
export interface ImportReport {
  readonly dryRun: boolean
  readonly counts: Readonly<Record<ImportOutcome, number>>
  /** Lines that need a look, up to `linkLimits.importLines`. */
  readonly lines: readonly ImportLine[]
}

/** The first lines of a file, which were imported, and their report. */
export interface ImportProgress {
  readonly rows: number
  readonly report: ImportReport
}

export interface ImportLine {
  readonly line: number
  readonly outcome: ImportOutcome
  readonly slug: string
  readonly field: string | null
  /** Null where the outcome says all. */
  readonly message: { readonly en: string; readonly zh: string } | null
}

const counts = Object.fromEntries(importOutcomes.map((outcome) => [outcome, z.int()])) as Record<
  ImportOutcome,
  z.ZodMiniInt
>

const ReportOut = z.object({
  dryRun: z.boolean(),
  counts: z.object(counts),
  lines: z
    .array(
      z.object({
        line: z.int(),
        outcome: z.enum(importOutcomes),
        slug: z.string(),
        field: z.nullable(z.string()),
        message: z.nullable(z.string()),
      }),
    )
    .check(z.describe(`Lines that need a look, the first ${linkLimits.importLines} of them.`)),
})

const ImportOut = z.object({
  id: z.string(),
  name: z.string().check(z.describe('The name of the file.')),
  format: z.enum(importFormats).check(z.describe('The system that wrote the file, as its columns show.')),
  columns: z.array(z.string()),
  examples: z.array(z.array(z.string())).check(z.describe('Cells of the first rows.')),
  rows: z.int(),
  mapping: z
    .array(z.nullable(z.enum(importFields)))
    .check(z.describe('The field of each column, as the latest run has it, or as the format suggests it.')),
  host: z.nullable(z.string()).check(z.describe('The host of the latest run, as DNS has it; null before.')),
  collisions: z.nullable(z.enum(collisionModes)).check(z.describe('What the latest run does with taken slugs.')),
  jobId: z.nullable(z.string()).check(z.describe('The job of the latest run.')),
  report: z.nullable(ReportOut).check(z.describe('Of the latest run that has ended.')),
})

/** An import. */
export type LinkImport = z.infer<typeof ImportOut>

export const createImport = defineEndpoint({
  pattern: 'POST /api/x/links/imports',
  input: z.strictObject({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1),
        z.maxLength(200),
        z.refine(isDisplayName, displayNameComplaint.en),
        z.describe('The name of the file.'),
      ),
    text: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(linkLimits.importCharacters),
        z.describe('CSV with a first line of columns, or JSON with a list of links.'),
      ),
  }),
  output: ImportOut,
  status: 201,
  audit: 'link.import_created',
  // Each character can take three bytes, and quotation marks are escaped.
  bodyLimit: 4 * linkLimits.importCharacters,
  summary: 'Give a file of links to import, and read its columns',
  description: 'Nothing is imported yet. The file is deleted after two days.',
})

export const readImport = defineEndpoint({
  pattern: 'GET /api/x/links/imports/{id}',
  input: nothing,
  output: ImportOut,
  summary: 'Read an import of links with its report',
})

export const runImport = defineEndpoint({
  pattern: 'POST /api/x/links/imports/{id}/run',
  input: z.strictObject({
    dryRun: z.boolean().check(z.describe('Whether to check every line and create nothing.')),
    mapping: z
      .array(z.nullable(z.enum(importFields)))
      .check(z.maxLength(linkLimits.importColumns), z.describe('The field of each column; null leaves it out.')),
    host: z
      .optional(z.string().check(z.maxLength(1_024)))
      .check(z.describe('The host of links that are not on one of yours; the first of yours when left out.')),
    collisions: z._default(
      z.enum(collisionModes).check(z.describe('Skips a line whose slug is taken, or gives it a number at the end.')),
      'skip',
    ),
  }),
  output: ImportOut,
  status: 202,
  audit: 'link.imported',
  summary: 'Check or import the lines of a file of links, in a job',
  description: 'A second run creates nothing twice: a link that exists with the same target is left alone.',
  errors: ['conflict'],
})
