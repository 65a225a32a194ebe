/**
 * The steps of an import.
 *
 *   choose --file--> map --check--> checked --import--> done
 *     '--fault        ^  '--error      |  '--error
 *     ^---------------+-- back --------'
 */
import { useState } from 'react'
import {
  guessMapping,
  mapImport,
  readImport,
  type ImportFault,
  type ImportMapping,
  type ImportTable,
} from './import-file.ts'
import type { ImportAnswer } from './ImportCsv.tsx'
import type { ImportDialogProps } from './ImportDialog.tsx'

/** Where an import is. */
export type ImportStep =
  | { readonly name: 'choose'; readonly fault?: ImportFault | 'tooLong' }
  | { readonly name: 'map'; readonly table: ImportTable; readonly mapping: ImportMapping }
  | {
      readonly name: 'checked'
      readonly table: ImportTable
      readonly mapping: ImportMapping
      readonly answer: ImportAnswer
    }
  | { readonly name: 'done'; readonly created: number }

/** An import, and the functions that move it on. */
export interface ImportState {
  readonly step: ImportStep
  readonly isBusy: boolean
  readonly error: unknown
  readonly choose: (file: File) => void
  readonly map: (place: number, field: string | undefined) => void
  /** Checks the mapped file; imports it after that. */
  readonly send: (options: { readonly dryRun: boolean }) => void
  readonly back: () => void
}

type Options = Pick<ImportDialogProps, 'fields' | 'onSend' | 'maxRows' | 'maxCharacters' | 'isGuarded'>

/** Runs an import. */
export function useImport(options: Options): ImportState {
  const { fields, onSend, maxRows = 1_000, maxCharacters = 500_000, isGuarded = false } = options
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  async function run(work: () => Promise<ImportStep>): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      setStep(await work())
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  async function read(file: File): Promise<ImportStep> {
    const table = await readImport(file, maxRows)
    if (typeof table === 'string') return { name: 'choose', fault: table }
    return { name: 'map', table, mapping: guessMapping(table.columns, fields) }
  }
  async function pass(dryRun: boolean): Promise<ImportStep> {
    if (step.name !== 'map' && step.name !== 'checked') return step
    const { table, mapping } = step
    const { csv, lineOf } = mapImport(table, mapping, { isGuarded })
    if (csv.length > maxCharacters) return { name: 'choose', fault: 'tooLong' }
    const answer = await onSend({ csv, dryRun })
    if (!dryRun && answer.problems.length === 0) return { name: 'done', created: answer.created }
    const problems = answer.problems.map((problem) => ({ ...problem, line: lineOf(problem.line) }))
    return { name: 'checked', table, mapping, answer: { ...answer, problems } }
  }
  return {
    step,
    isBusy,
    error,
    choose: (file) => void run(() => read(file)),
    map(place, field) {
      if (step.name === 'map') setStep({ ...step, mapping: step.mapping.with(place, field) })
    },
    send: ({ dryRun }) => void run(() => pass(dryRun)),
    back() {
      setError(null)
      setStep(step.name === 'checked' ? { name: 'map', table: step.table, mapping: step.mapping } : { name: 'choose' })
    },
  }
}
