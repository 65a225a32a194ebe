import { ClientError } from './client-error.ts'

const sentences = {
  timeout: 'The server took too long to answer.',
  network: 'The server could not be reached.',
}

/** The error of a call that got no answer, or one that broke off. */
export function noAnswer(code: keyof typeof sentences, cause: unknown): ClientError {
  return new ClientError({ code, status: 0, message: sentences[code], cause })
}
