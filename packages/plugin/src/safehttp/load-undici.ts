import type { Agent, buildConnector } from 'undici'

/** The parts of undici that a client is made from. */
export interface Undici {
  readonly Agent: typeof Agent
  readonly buildConnector: typeof buildConnector
}

/**
 * Loads only the agent and the connector: the package's main entry takes 50 ms and 8 MB more, and puts an agent of its
 * own behind the platform's `fetch` for the whole process. Loaded by the first request, so that a host without outbound
 * requests pays nothing.
 */
export async function loadUndici(): Promise<Undici> {
  const [agent, connector] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/core/connect.js'),
  ])
  return { Agent: agent.default, buildConnector: connector.default }
}
