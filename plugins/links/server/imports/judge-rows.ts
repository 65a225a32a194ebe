/** Judges the lines of a file: which links are new, which are there, and which can't be. */
import { Problem, type ScopedDatabase } from '@host/plugin'
import type { CsvRow } from '@host/plugin/platform'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'
import { linkLimits, type ImportLine, type ImportTask, type LinkHost } from '../../shared.ts'
import { judgeNewLink, keyOn, type ReadyLink } from '../links/create-link.ts'
import { seededSlug } from '../links/random-slug.ts'
import { readNewLink } from '../links/read-new-link.ts'
import type { Tables } from '../models.ts'
import type { Parts } from '../parts.ts'
import type { ImportMemory } from './import-memory.ts'
import { Pacer } from './pacer.ts'
import { valuesOf, type RowValues } from './row-values.ts'
import { takenAddresses, type TakenAddresses } from './taken-addresses.ts'

/** What lines are judged with. */
export interface Judging {
  readonly parts: Parts
  readonly db: ScopedDatabase<Tables>
  readonly orgId: string
  readonly hosts: readonly LinkHost[]
  readonly task: ImportTask
}

/** A line with the link that it creates, where it does. */
export interface JudgedRow {
  readonly line: ImportLine
  readonly link?: ReadyLink
  /** The name of its folder; empty for none. */
  readonly folder?: string
}

/** A link that could be created where its address is free. */
interface Candidate {
  readonly values: RowValues
  readonly link: ReadyLink & { readonly slug: string }
  readonly key: string
}

/** Lines that are checked together. */
const rowsAtOnce = 5

type Message = NonNullable<ImportLine['message']>

/** Judges some lines, those before them being remembered. */
export async function judgeRows(
  judging: Judging,
  rows: readonly CsvRow[],
  memory: ImportMemory,
): Promise<readonly JudgedRow[]> {
  const pacer = new Pacer()
  const checked: (Candidate | JudgedRow)[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    if (pacer.isDue) await pacer.turn()
    checked.push(...(await Promise.all(rows.slice(at, at + rowsAtOnce).map((row) => checkRow(judging, row)))))
  }
  const candidates = checked.filter((each) => 'key' in each)
  const taken = await takenAddresses(judging, {
    keys: candidates.map(({ key }) => key),
    externalIds: candidates.flatMap(({ link }) => link.externalId ?? []),
  })
  const judged: JudgedRow[] = []
  for (const each of checked) {
    if (pacer.isDue) await pacer.turn()
    judged.push('key' in each ? await settle(judging, each, { taken, memory }) : each)
  }
  return judged
}

async function checkRow(judging: Judging, row: CsvRow): Promise<Candidate | JudgedRow> {
  const { parts, orgId, hosts, task } = judging
  const values = valuesOf(row, task.mapping)
  const host = hostOf(hosts, values.host) ?? hostOf(hosts, task.host)
  if (host === undefined) return invalid(values, { field: 'shortUrl', message: noHost })
  const seed = JSON.stringify([orgId, values.given['url']])
  const slug = values.slug === '' ? seededSlug(seed, host.isCaseSensitive) : values.slug
  if (values.folder.length > linkLimits.labelName || (values.folder !== '' && !isDisplayName(values.folder))) {
    return invalid(values, { field: 'folder', message: displayNameComplaint })
  }
  try {
    const given = readNewLink({ ...values.given, slug })
    await judgeNewLink(parts, given)
    const normal = slug.normalize('NFC')
    const link = { ...given, slug: normal, host, clicksBefore: values.clicksBefore }
    return { values, link, key: keyOn(host, orgId, normal) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refused(values, error)
  }
}

interface Known {
  readonly taken: TakenAddresses
  readonly memory: ImportMemory
}

async function settle(judging: Judging, candidate: Candidate, known: Known): Promise<JudgedRow> {
  const { values, link, key } = candidate
  const url = known.memory.addresses.get(key) ?? known.taken.targetOf(key)
  if (url === link.url) return left(values, 'exists', link.slug)
  if (url !== undefined) {
    if (judging.task.collisions === 'skip') return left(values, 'collision', link.slug)
    return await rename(judging, candidate, known.memory)
  }
  return accept(candidate, known, 'new')
}

/** The first number behind a slug under which it is free, or leads to the target already. */
async function rename(judging: Judging, candidate: Candidate, memory: ImportMemory): Promise<JudgedRow> {
  const { values, link } = candidate
  // No half of a character at the end.
  const start = link.slug.slice(0, linkLimits.slug - 3).replace(/[\ud800-\udbff]$/, '')
  for (let number = 2; number <= mostNumbers; number += 1) {
    const slug = `${start}-${number}`
    const key = keyOn(link.host, judging.orgId, slug)
    const externalIds = link.externalId === undefined ? [] : [link.externalId]
    const taken = await takenAddresses(judging, { keys: [key], externalIds })
    const url = memory.addresses.get(key) ?? taken.targetOf(key)
    if (url === link.url) return left(values, 'exists', slug)
    if (url === undefined) return accept({ values, link: { ...link, slug }, key }, { taken, memory }, 'renamed')
  }
  return left(values, 'collision', link.slug)
}

const mostNumbers = 20

function accept({ values, link, key }: Candidate, { taken, memory }: Known, outcome: 'new' | 'renamed'): JudgedRow {
  const { externalId, tags = [] } = link
  if (externalId !== undefined) {
    const isTaken = taken.externalIds.has(externalId) || memory.externalIds.has(externalId)
    if (isTaken) return invalid(values, { field: 'externalId', message: idTaken })
  }
  if (!memory.takesNames('links_tags', tags)) return invalid(values, { field: 'tags', message: tooManyTags })
  if (values.folder !== '' && !memory.takesNames('links_folders', [values.folder])) {
    return invalid(values, { field: 'folder', message: tooManyFolders })
  }
  memory.addresses.set(key, link.url)
  if (externalId !== undefined) memory.externalIds.add(externalId)
  return { ...left(values, outcome, link.slug), link, folder: values.folder }
}

function hostOf(hosts: readonly LinkHost[], name: string | undefined): LinkHost | undefined {
  return hosts.find(({ asciiHost }) => asciiHost === name)
}

function left({ line }: Pick<RowValues, 'line'>, outcome: ImportLine['outcome'], slug: string): JudgedRow {
  return { line: { line, outcome, slug, field: null, message: null } }
}

function invalid(
  { line, slug }: Pick<RowValues, 'line' | 'slug'>,
  { field, message }: { readonly field: string; readonly message: Message },
): JudgedRow {
  return { line: { line, outcome: 'invalid', slug: slug.slice(0, linkLimits.slug), field, message } }
}

/** A line that a problem keeps from being a link. */
export function refused(values: Pick<RowValues, 'line' | 'slug'>, { options, message }: Problem): JudgedRow {
  const [error] = options.errors ?? []
  const wording = error?.message ?? options.detail ?? message
  const both = typeof wording === 'string' ? { en: wording, zh: wording } : wording
  return invalid(values, { field: error?.path ?? '', message: both })
}

const noHost = { en: 'This workspace has no host for links.', zh: '此工作区没有用于短链接的主机名。' }
const idTaken = { en: 'Another link has this external ID.', zh: '该外部 ID 已用于其他链接。' }
const tooManyTags = {
  en: `With these tags, the workspace would have more than ${linkLimits.labels}.`,
  zh: `加上这些标签，工作区将超过 ${linkLimits.labels} 个标签。`,
}
const tooManyFolders = {
  en: `With this folder, the workspace would have more than ${linkLimits.labels}.`,
  zh: `加上此文件夹，工作区将超过 ${linkLimits.labels} 个文件夹。`,
}
