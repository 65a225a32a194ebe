/** An event of a stream, or `undefined` for any sign of life, such as a comment. */
export type StreamEvent = { readonly event: string; readonly data: unknown } | undefined

/**
 * Reads server-sent events (HTML Living Standard, section 9.2) with JSON data; events that can't be parsed are skipped.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield parse(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parse(block: string): StreamEvent {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event = line.slice(7)
    else if (line.startsWith('data: ')) data.push(line.slice(6))
  }
  try {
    return data.length === 0 ? undefined : { event, data: JSON.parse(data.join('\n')) as unknown }
  } catch {
    return undefined
  }
}
