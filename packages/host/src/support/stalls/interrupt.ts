import type { Running } from './watch-order.ts'

/**
 * Asks the main thread, in the middle of its work, which code runs. The debugger pauses it anywhere, even in an endless
 * loop; a call outside JavaScript answers when it returns.
 */
export function interrupt(channel: string, answer: (running: Running | undefined) => void): void {
  const { Session } = process.getBuiltinModule('node:inspector')
  const session = new Session()
  session.connectToMainThread()
  session.once('Debugger.paused', () => {
    session.post('Runtime.evaluate', { expression: question(channel), returnByValue: true }, (_error, reply) => {
      session.disconnect()
      answer(readAnswer(reply?.result.value))
    })
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Publishes an empty object on the channel, where the host's subscriber fills it in. */
function question(channel: string): string {
  const find = `process.getBuiltinModule('node:diagnostics_channel').channel(${JSON.stringify(channel)})`
  return `(() => { const asked = {}; ${find}.publish(asked); return JSON.stringify(asked) })()`
}

function readAnswer(text: unknown): Running | undefined {
  if (typeof text !== 'string') return undefined
  const { plugin, requestId, stack } = JSON.parse(text) as Partial<Running>
  if (plugin === undefined || stack === undefined) return undefined
  return { plugin, stack, ...(requestId === undefined ? {} : { requestId }) }
}
