/** A middleware in the order of a request, and the routes that have it. */
export interface PipelineStep<Next, Route> {
  readonly name: string
  /** Its line in the picture of a request in ARCHITECTURE.md. */
  readonly summary: string
  applies(route: Route): boolean
  /** @throws TypeError for a route that is not valid */
  wrap(next: Next, route: Route): Next
}

/** Composes the steps of a route around its innermost function, once: a call passes none that don't apply. */
export function foldSteps<Next, Route>(
  steps: readonly PipelineStep<Next, Route>[],
  route: Route,
  innermost: Next,
): Next {
  return steps.reduceRight((next, step) => (step.applies(route) ? step.wrap(next, route) : next), innermost)
}
