import { Problem } from '@host/plugin'
import { checkStructure } from './json-structure.ts'

/** A JSON body, and the text that it was parsed from. */
export interface ParsedJson {
  readonly text: string
  readonly value: unknown
}

/**
 * Parses the body of a request. Every JSON body goes through here, so that none is parsed without counting its
 * structure.
 * @param structureLimit how many structural characters it may have
 * @throws Problem `body_too_large`, `bad_request`
 */
export function parseJson(body: Buffer, structureLimit: number): ParsedJson {
  checkStructure(body, structureLimit)
  const text = body.toString()
  try {
    return { text, value: JSON.parse(text) as unknown }
  } catch (error) {
    throw new Problem('bad_request', {
      detail: { en: 'The request body is not valid JSON.', zh: '请求正文不是有效的 JSON。' },
      cause: error,
    })
  }
}
