import { Problem } from '@host/plugin'
import { wordingIn } from '@host/plugin/platform'
import type { importModes, Planned, ZoneFileProblem } from '../../shared.ts'
import type { Parts } from '../parts.ts'
import type { RecordValue } from '../records/record-set.ts'
import { importedSets, isManaged } from './imported-sets.ts'
import { editedZone, planRead, type Planner, type ZonePlan } from './plan-zone.ts'
import { seenValues } from './read-edits.ts'
import { dnsWording } from '../records/dns-texts.ts'
import { inWriteOrder } from './write-order.ts'

/** A zone file to import. */
export interface ZoneFileImport extends ZonePlan {
  readonly text: string
  readonly mode: (typeof importModes)[number]
}

/** The plan of an import, or the problems of its file. */
export interface ImportResult extends Planned {
  readonly problems: ZoneFileProblem[]
  readonly hasMoreProblems: boolean
}

/** Plans an import. Nothing is planned while the file has a problem. @throws Problem as `planEdits` */
export async function importZoneFile(
  parts: Parts,
  planner: Planner,
  { text, mode, ...plan }: ZoneFileImport,
): Promise<ImportResult> {
  const zone = await editedZone(parts, planner, plan.row)
  const { name, capabilities } = zone
  const known = await zone.read()
  const file = importedSets({ zone: name, text, known, capabilities })
  if (file.problems.length > 0) {
    const problems = file.problems.map(({ line, column, message }) => ({
      line,
      column,
      message: wordingIn(dnsWording(message), planner.language),
    }))
    return { changeset: null, problems, hasMoreProblems: file.hasMoreProblems }
  }
  const values = new Map<string, RecordValue | null>(file.records)
  if (mode === 'replace') for (const key of missingKeys(name, { known, values })) values.set(key, null)
  const edits = {
    values: inWriteOrder(values),
    seen: seenValues(values.keys(), known),
    paths: new Map(Array.from(file.lines, ([key, line]) => [key, `${lineMark}${line}`])),
  }
  try {
    return { ...(await planRead(parts, planner, { ...plan, edits })), problems: [], hasMoreProblems: false }
  } catch (error) {
    const problems = lineProblems(error, planner.language)
    if (problems.length === 0) throw error
    return { changeset: null, problems, hasMoreProblems: false }
  }
}

const lineMark = 'line '

/** The errors of a plan that are those of lines. */
function lineProblems(error: unknown, language: Planner['language']): ZoneFileProblem[] {
  const errors = error instanceof Problem ? (error.options.errors ?? []) : []
  return errors
    .filter(({ path }) => path.startsWith(lineMark))
    .map(({ path, message }) => ({
      line: Number.parseInt(path.slice(lineMark.length), 10),
      column: 1,
      message: wordingIn(message, language),
    }))
    .toSorted((one, other) => one.line - other.line)
}

interface Wanted {
  readonly known: ReadonlyMap<string, unknown>
  readonly values: ReadonlyMap<string, unknown>
}

function missingKeys(zone: string, { known, values }: Wanted): readonly string[] {
  return [...known.keys()].filter((key) => !values.has(key) && !isManaged(key, zone))
}
