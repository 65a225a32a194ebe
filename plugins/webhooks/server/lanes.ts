/** An endpoint as lanes see it. */
export interface LanedEndpoint {
  readonly id: string
  readonly concurrency: number
  /** Since when everything fails. */
  readonly failingSince: string | null
}

/**
 * The lane of an endpoint's job. An endpoint has as many lanes as its concurrency, and a lane runs one job at a time:
 * so the limit holds without counting. A failing endpoint has a single lane until it responds again, so that requests
 * to a dead server leave slots for the other endpoints of the workspace.
 */
export function laneOf({ id, concurrency, failingSince }: LanedEndpoint): string {
  return `${id}.${failingSince === null ? Math.floor(Math.random() * concurrency) : 0}`
}

/** The lane of test events, for which a user waits: it bypasses the queue and the concurrency of the endpoint. */
export function promptLaneOf(endpointId: string): string {
  return `${endpointId}.now`
}
