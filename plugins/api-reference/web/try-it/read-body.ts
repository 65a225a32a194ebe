/** Bytes of an answer that are shown. */
const mostShown = 64 * 1024

/** Reads a text body up to a limit, and tells whether it was longer. Binary bodies are not read. */
export async function readBody(answer: Response): Promise<{ readonly body: string; readonly isCut: boolean }> {
  const type = answer.headers.get('content-type') ?? ''
  const reader = answer.body?.getReader()
  if (reader === undefined) return { body: '', isCut: false }
  if (!/json|^text\/(?!event-stream)/.test(type)) {
    await reader.cancel()
    return { body: '', isCut: true }
  }
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  while (length < mostShown) {
    const { done, value } = await reader.read()
    if (done) return { body: pretty(text + decoder.decode(), type), isCut: false }
    length += value.length
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { body: text, isCut: true }
}

function pretty(text: string, type: string): string {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
