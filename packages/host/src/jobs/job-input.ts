import type { JobKind } from '@host/plugin'

/** Characters of an input as JSON. */
export const longestInput = 256 * 1024

/**
 * An input as JSON, as its job will receive it.
 * @throws TypeError for an input that isn't JSON, is too long, or does not match its kind
 */
export async function inputText({ name, input }: Pick<JobKind, 'name' | 'input'>, given: unknown): Promise<string> {
  const text = jsonOf({ name, longestInput }, given)
  await readInput({ name, input }, text)
  return text
}

/** JSON that is not too long for its kind. @throws TypeError */
export function jsonOf({ name, longestInput: most }: InputLimit, given: unknown): string {
  const text = JSON.stringify(given ?? null)
  if (typeof text !== 'string') throw new TypeError(`The input of the job "${name}" is not JSON.`)
  if (text.length > most) {
    throw new TypeError(`The input of the job "${name}" is longer than ${most / 1024} kB: store it and pass its ID.`)
  }
  return text
}

/** The input of a handler. @throws TypeError naming the invalid part */
export async function readInput({ name, input }: Pick<JobKind, 'name' | 'input'>, text: string): Promise<unknown> {
  const result = await input['~standard'].validate(JSON.parse(text))
  if (result.issues === undefined) return result.value
  const issues = result.issues.slice(0, 5).map(({ path = [], message }) => {
    const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    return place === '' ? message : `${place}: ${message}`
  })
  throw new InputMisfit(`The input of the job "${name}" doesn't match its schema: ${issues.join('; ')}`)
}

interface InputLimit {
  readonly name: string
  readonly longestInput: number
}

/** An input that does not fit its kind, however often it is tried. */
export class InputMisfit extends TypeError {}
