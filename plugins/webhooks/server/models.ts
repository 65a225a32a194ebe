/**
 * A delivery is one event for one endpoint.
 *
 *   acceptEvent, missed events, sendTest --> waiting --recordAttempt: 2xx--------------------> delivered
 *                                            |  ^ '---recordAttempt: last attempt failed, 410---> failed
 *                                            |  '------ replay of one, or of many ------ delivered, failed, stopped
 *                                            '--the endpoint is disabled--> stopped
 *
 * A job drives it, and the row is authoritative: a job that finds another `run`, or a state other than waiting, does
 * nothing. So a recorded delivery is never sent again automatically, wherever a process died.
 */
import { column, model, type TablesOf } from '@host/plugin'
import type { AttemptError, DeliveryState, disabledReasons } from '../shared.ts'

const Endpoint = model(
  'webhooks_endpoints',
  {
    id: column.id('whe'),
    org_id: column.org(),
    /** Displayed part of the address; see `endpoint-address.ts`. */
    url: column.text({ max: 2000 }),
    address: column.text({ max: 8000, secret: true, nullable: true }),
    /** Since when the address has taken no message with a 2xx; null once it has. */
    unproven_since: column.time({ nullable: true }),
    description: column.text({ max: 200, default: '' }),
    events: column.json<readonly string[]>(),
    is_enabled: column.boolean({ default: true }),
    disabled_reason: column.text<(typeof disabledReasons)[number]>({ max: 20, nullable: true }),
    disabled_at: column.time({ nullable: true }),
    /** The name of this row, for which its secrets are sealed; known before the row is. */
    seal: column.text({ max: 40 }),
    secret: column.text({ max: 1000, secret: true }),
    former_secret: column.text({ max: 1000, secret: true, nullable: true }),
    former_secret_until: column.time({ nullable: true, secret: false }),
    concurrency: column.integer(),
    rate_per_minute: column.integer({ nullable: true }),
    /** Until when turns are given away, where there is a rate; milliseconds since 1970. */
    turns_until: column.integer({ default: 0 }),
    failing_since: column.time({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  { index: [['org_id', 'id']], label: ['description', 'url'] },
)

const Delivery = model(
  'webhooks_deliveries',
  {
    id: column.id('msg'),
    org_id: column.org(),
    endpoint_id: column.text({ max: 60 }),
    /** Null for a test. */
    event_id: column.text({ max: 60, nullable: true }),
    event: column.text({ max: 200 }),
    is_test: column.boolean({ default: false }),
    /** As it is sent, at every try. */
    body: column.text(),
    state: column.text<DeliveryState>({ max: 20, default: 'waiting' }),
    /** Counts how often it was sent on its way: a job of a former run ends by itself. */
    run: column.integer({ default: 1 }),
    /** Tries of this run. */
    tries: column.integer({ default: 0 }),
    attempts: column.integer({ default: 0 }),
    next_try_at: column.time({ nullable: true }),
    /** Whether its next try has a turn, where the endpoint has a rate. */
    has_turn: column.boolean({ default: false }),
    /** The job of the last replay of many that took it. */
    replay_id: column.text({ max: 60, nullable: true }),
    last_status: column.integer({ nullable: true }),
    last_error: column.text<AttemptError>({ max: 30, nullable: true }),
    last_duration: column.integer({ nullable: true }),
    created_at: column.time({ default: 'now' }),
  },
  {
    unique: [['org_id', 'endpoint_id', 'event_id']],
    index: [
      ['org_id', 'endpoint_id', 'state', 'id'],
      ['org_id', 'endpoint_id', 'event', 'id'],
      ['org_id', 'endpoint_id', 'id'],
      ['org_id', 'id'],
      'created_at',
    ],
    transfer: { reason: 'The original delivers its events.', clone: 'none' },
  },
)

const Attempt = model(
  'webhooks_attempts',
  {
    id: column.id('wha'),
    org_id: column.org(),
    delivery_id: column.text({ max: 60 }),
    number: column.integer(),
    at: column.time(),
    duration: column.integer(),
    status: column.integer({ nullable: true }),
    error: column.text<AttemptError>({ max: 30, nullable: true }),
    headers: column.json<Readonly<Record<string, string>>>(),
    body: column.text(),
    is_cut: column.boolean({ default: false }),
  },
  {
    index: [
      ['org_id', 'delivery_id', 'number'],
      ['org_id', 'id'],
    ],
    transfer: { reason: 'The original delivers its events.', clone: 'none' },
  },
)

/** How many tries of an endpoint succeeded and failed in an hour, so that a list need not count them. */
const Hour = model(
  'webhooks_hours',
  {
    id: column.id('whh'),
    org_id: column.org(),
    endpoint_id: column.text({ max: 60 }),
    /** Its beginning. */
    hour: column.time(),
    succeeded: column.integer({ default: 0 }),
    failed: column.integer({ default: 0 }),
  },
  { unique: [['org_id', 'endpoint_id', 'hour']], index: ['hour', ['org_id', 'id']] },
)

export const models = [Endpoint, Delivery, Attempt, Hour] as const

export type Tables = TablesOf<typeof models>
