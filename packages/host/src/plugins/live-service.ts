/** A service that changes while the host runs: each look-up gets the current one. */
export class LiveService<Service = unknown> {
  readonly current: () => Service | undefined

  constructor(current: () => Service | undefined) {
    this.current = current
  }
}

/** The service itself. */
export function currentService(service: unknown): unknown {
  return service instanceof LiveService ? service.current() : service
}
