import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A JSON object of the plugin's folder; empty where it is none. */
export function readRaw(folder: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(join(folder, file), 'utf8'))) as Record<string, unknown>
  } catch {
    return {}
  }
}
