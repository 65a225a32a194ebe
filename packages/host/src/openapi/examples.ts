import type { JsonObject } from '../support/json.ts'

/** A value under a title. */
interface Shown {
  readonly title: string
  readonly value: unknown
}

/** The examples of a body, each with its title; nothing without any. */
export function examplesOf(shown: readonly Shown[]): JsonObject {
  const given = shown.filter(({ value }) => value !== undefined && value !== null)
  if (given.length === 0) return {}
  const entries = given.map(({ title, value }, index) => [`example${index + 1}`, { summary: title, value }])
  return { examples: Object.fromEntries(entries) as JsonObject }
}
