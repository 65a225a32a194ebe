import { column, limits, type EventDefinition } from '@host/plugin'
import { encodeOperand } from '../database/encode.ts'
import { fieldErrors, type Issue } from '../request/field-errors.ts'

const data = column.json()
/** How many wrong members a message names. */
const mostNamed = 5

/**
 * The validated data of an event as JSON.
 * @throws TypeError naming the invalid part
 */
export async function eventData({ name, data: schema }: EventDefinition, given: unknown): Promise<string> {
  const checked = await schema['~standard'].validate(given)
  if (checked.issues !== undefined) {
    throw new TypeError(`The data of "${name}" doesn't match its schema: ${misfits(checked.issues, given)}`)
  }
  const text = jsonOf(name, checked.value)
  const size = Buffer.byteLength(text)
  if (size > limits.eventData) {
    throw new TypeError(
      `The data of "${name}" has ${size} bytes of JSON, more than the limit of ${limits.eventData}: publish IDs, and let subscribers read the rest.`,
    )
  }
  return text
}

function misfits(issues: readonly Issue[], given: unknown): string {
  return issues
    .slice(0, mostNamed)
    .map((issue) => {
      const [found] = fieldErrors([], [issue], given)
      const { path = '', message = issue.message } = found ?? {}
      // An unexpected property has no path of its own.
      const names = (issue as { readonly keys?: readonly string[] }).keys ?? []
      const place = [path, names.slice(0, mostNamed).join(', ')].filter((part) => part !== '').join('.')
      const sentence = typeof message === 'string' ? message : message.en
      return place === '' ? sentence : `${place}: ${sentence}`
    })
    .join(' ')
}

function jsonOf(name: string, value: unknown): string {
  try {
    return value === null ? 'null' : (encodeOperand('data', data, value) as string)
  } catch (cause) {
    throw new TypeError(
      `The data of "${name}" can't be stored as JSON: remove NUL characters and unpaired surrogates.`,
      { cause },
    )
  }
}
