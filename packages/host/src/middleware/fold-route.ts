/**
 * The rooms of a route, folded into one closure when it is mounted:
 *
 *   session -> csrf -> gate -> handler (idempotency, guard, validation stand inside it)
 *
 * A room that can't matter to a route is left out, so it costs nothing.
 */
import type { Audience } from '@host/plugin'
import { csrfRoom } from './csrf.ts'
import { gateRoom, type FeatureSource } from './gate.ts'
import type { Room } from './request-state.ts'
import { sessionRoom, type CallerSource } from './session.ts'

/** What all routes of a host share. */
export interface Rooms {
  readonly sessions: CallerSource
  readonly features: FeatureSource
  readonly publicOrigin: string | undefined
}

/** What the rooms before a handler depend on. */
export interface RouteFacts {
  readonly method: string | undefined
  readonly path: string
  readonly audience: Audience
  /** What a workspace switches; undefined when it can't be switched off. */
  readonly feature: string | undefined
}

/** Puts the rooms before a handler. */
export function foldRoute(rooms: Rooms, route: RouteFacts, handler: Room): Room {
  // The console and a person's own affairs belong to no workspace, so no workspace's switch touches them.
  const isGated = route.feature !== undefined && route.audience !== 'user' && route.audience !== 'instance'
  const gated = isGated ? gateRoom(rooms.features, route.feature ?? '', handler) : handler
  const isSignIn = route.path.startsWith('/api/auth/')
  const checked = csrfRoom({ method: route.method, isSignIn, publicOrigin: rooms.publicOrigin }, gated)
  return sessionRoom(rooms.sessions, checked)
}
