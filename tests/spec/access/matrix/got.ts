import type { Answer } from '../../lab/visitor.ts'

/** A record by its ID. */
export interface Named {
  readonly id: string
}

/** The body of an answer. @throws Error with the answer when it is not a success */
export async function got<Body>(answer: Promise<Answer>): Promise<Body> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`Could not be filled: ${status} ${JSON.stringify(body)}`)
  return body as Body
}
