import { serviceToken } from '../service.ts'

/** Host names that a plugin owns, answered before sessions; never the dashboard's own host. In-tree only. */
export interface EdgeService {
  route(answer: (request: Request) => Response | undefined): void
}

/**
 * Answers for host names that a plugin owns.
 *
 * Audience: platform.
 */
export const Edge = serviceToken<EdgeService>('core.edge')
