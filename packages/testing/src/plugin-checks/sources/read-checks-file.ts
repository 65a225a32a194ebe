import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PluginCheckFailure } from '../plugin-report.ts'

/** A finding that stays, and why the plugin is right. */
export interface CheckException {
  /** The id of the rule. */
  readonly rule: string
  /** The subject of the finding, such as a pattern or a table. */
  readonly about: string
  readonly why: string
}

/** Content of a plugin's `plugin-checks.json`; every member may be left out. */
export interface ChecksFile {
  /** Valid inputs by pattern, where neither examples nor the schema show one: wildcards and input as one object. */
  readonly inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Variables of the test host's configuration. */
  readonly environment: Readonly<Record<string, string>>
  /** Folders of plugins that it needs beside it. */
  readonly beside: readonly string[]
  readonly exceptions: readonly CheckException[]
}

/** The name of the file. */
export const checksFileName = 'plugin-checks.json'

const members = ['inputs', 'environment', 'beside', 'exceptions']

/** Reads the author's settings for the checks. @throws PluginCheckFailure for an invalid file */
export function readChecksFile(folder: string): ChecksFile {
  const written = readObject(folder)
  const unknown = Object.keys(written).find((key) => !members.includes(key))
  if (unknown !== undefined) {
    throw refuse(`has the unknown member "${unknown}"; allowed members are ${members.join(', ')}`)
  }
  const { inputs = {}, environment = {}, beside = [], exceptions = [] } = written
  if (!isObject(inputs) || !Object.values(inputs).every(isObject)) throw refuse('needs an object of objects as inputs')
  if (!isObject(environment) || !Object.values(environment).every(isText)) throw refuse('needs strings in environment')
  if (!Array.isArray(beside) || !beside.every(isText)) throw refuse('needs a list of folders as beside')
  if (!Array.isArray(exceptions) || !exceptions.every(isException)) {
    throw refuse('needs exceptions with the strings rule, about, and why')
  }
  return { inputs, environment, beside, exceptions } as ChecksFile
}

function readObject(folder: string): Readonly<Record<string, unknown>> {
  let text: string
  try {
    text = readFileSync(join(folder, checksFileName), 'utf8')
  } catch {
    return {}
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    throw refuse('is not JSON')
  }
  throw refuse('is not an object')
}

function refuse(what: string): PluginCheckFailure {
  return new PluginCheckFailure(`${checksFileName} ${what}; fix it.`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isException(value: unknown): boolean {
  return isObject(value) && isText(value['rule']) && isText(value['about']) && isText(value['why'])
}
