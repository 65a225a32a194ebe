import type { TestHost } from '@host/testing'

/** How a storm is: who asks at the same time, and how often each of them does. */
export interface Storm {
  readonly askers: number
  readonly requests: number
}

/**
 * Has the member of a host ask who is in the workspace, many at a time, while something is changed.
 * @returns the statuses of the requests that began after the change had answered, each once, and how many those were
 */
export async function statusesAfter(host: TestHost, { askers, requests }: Storm, change: () => Promise<unknown>) {
  let answered = false
  const late: number[] = []
  const storm = Array.from({ length: askers }, async () => {
    for (let request = 0; request < requests; request += 1) {
      const beganAfter = answered
      const { status } = await host.as('member').get('/api/members')
      if (beganAfter) late.push(status)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  await change()
  answered = true
  await Promise.all(storm)
  return { count: late.length, statuses: [...new Set(late)] }
}
