/**
 * Runtime services of a host, each created after those that it uses:
 *
 *   features, live publisher -> pauses -> jobs -> events -> mail -> identity -> live hub, changesets, settings
 */
import { Mail, type MailService } from '@host/plugin'
import type { EmailTemplatesService, InstanceRestoreService } from '@host/plugin/platform'
import { jobFamilies } from '../observability/metrics/job-families.ts'
import { createInstanceRestore } from '../backup/instance-restore.ts'
import type { HostBackups } from '../backup/runs/create-backups.ts'
import { backgroundWorkModels } from '../background-work/models.ts'
import { PauseStore } from '../background-work/pause-store.ts'
import { PluginPauses } from '../background-work/plugin-pauses.ts'
import { RestoreHold } from '../background-work/restore-hold.ts'
import { AccountDeletions } from '../plugins/hooks.ts'
import { createEmailTemplates } from '../email-templates/email-templates.ts'
import { emailTemplateModels } from '../email-templates/models.ts'
import { createEvents, type HostEvents } from '../events/create-events.ts'
import { JoiningTransactor } from '../database/joining-transactor.ts'
import { accountTrail, workspacesOfAccount } from '../identity/account-trail.ts'
import { BoundedAttempts } from '../identity/bounded-attempts.ts'
import type { ChangeRecorder } from '../domain-changes/change-recorder.ts'
import { createFeatures, identityModels, type HostFeatures, type Identity } from '../identity/index.ts'
import { identityEmails } from '../identity/mail/email-table.ts'
import type { HostJobs } from '../jobs/create-jobs.ts'
import { LiveHub } from '../live/live-hub.ts'
import { LivePublisher } from '../live/live-publisher.ts'
import { toInstance } from '../live/live-message.ts'
import { MailQueue } from '../mail/mail-queue.ts'
import { Peers } from '../request/peers.ts'
import { RequestState } from '../request/request-state.ts'
import { InternalApi } from '../pipeline/api-calls/api-calls.ts'
import { callerNow } from '../pipeline/session.ts'
import type { Eraser } from '../workspace-data/eraser.ts'
import type { HostChangesets } from '../changesets/create-changesets.ts'
import { createSettings, type HostSettings } from '../settings/create-settings.ts'
import type { BootOptions } from './boot-options.ts'
import type { Foundation } from './foundation.ts'
import type { BaseServices } from './create-base-services.ts'
import { openBackups } from './open-backups.ts'
import { openIdentity } from './open-identity.ts'
import { openChangesets } from './open-changesets.ts'
import { openJobs } from './open-jobs.ts'
import type { StorageServices } from './create-storage.ts'

/** Runtime services of a host. */
export interface RuntimeServices {
  readonly jobs: HostJobs
  readonly changesets: HostChangesets
  readonly mail: MailQueue
  readonly emailTemplates: EmailTemplatesService
  readonly events: HostEvents
  readonly identity: Identity
  /** Plugins are added to it once they are ready. */
  readonly deletions: AccountDeletions
  /** Counts repeated requests of anonymous clients, and writes the counts once it is started. */
  readonly attempts: BoundedAttempts
  readonly live: LiveHub
  readonly pauses: PluginPauses
  /** Background work after a restore. */
  readonly hold: RestoreHold
  readonly backups: HostBackups
  readonly instanceRestore: InstanceRestoreService
  readonly settings: HostSettings
  readonly eraser: Eraser
  readonly peers: Peers
  /** Calls inside of the build; enabled once their pipeline exists. */
  readonly apiCalls: InternalApi
}

type WorkingParts = BaseServices & Pick<StorageServices, 'rates' | 'settingsStore' | 'workspaceData' | 'brand'>

/** Creates the runtime services. */
export function createRuntime(options: BootOptions, foundation: Foundation, known: WorkingParts): RuntimeServices {
  const { parts, data, metrics, recorder, settingsStore } = known
  const features = openFeatures(foundation, known)
  const publisher = new LivePublisher(foundation.bus)
  const pauses = openPauses(foundation, known, publisher)
  const hold = openHold(foundation, known, publisher)
  const jobs = openJobs(foundation, { ...known, features, live: publisher, pauses: hold.over(pauses) })
  const events = createEvents({ ...parts, ...foundation, data, jobs, gate: features.gate })
  const mail = openMail(foundation, known, jobs)
  const emailTemplates = openEmailTemplates(foundation, known)
  const attempts = openAttempts(foundation, known, events)
  const deletions = new AccountDeletions(parts)
  const identity = openIdentity(options, foundation, {
    ...known,
    deletions,
    features,
    jobs,
    mail,
    emailTemplates,
    recorder: attempts,
  })
  const live = openLive(foundation, known, identity)
  const changesets = openChangesets(foundation, { ...known, jobs, events, features, live })
  pauses.onRelease(() => jobs.wake())
  hold.onRelease(() => jobs.wake())
  if (options.tracing !== undefined) metrics.add(options.tracing.families)
  metrics.addShared(async () => jobFamilies(await jobs.queue.counts()))
  const settings = createSettings({
    store: settingsStore,
    vault: foundation.safety.vault,
    recorder,
    plugins: foundation.plugins,
    isEnabled: (orgId, feature) => features.gate.isEnabled(orgId, feature),
  })
  return Object.freeze<RuntimeServices>({
    jobs,
    changesets,
    mail,
    emailTemplates,
    events,
    identity,
    deletions,
    attempts,
    live,
    pauses,
    hold,
    backups: openBackups(options, { ...known, jobs, live: publisher }),
    instanceRestore: createInstanceRestore({ orderRestore: undefined, ...options, setUp: identity.setUp }),
    settings,
    eraser: eraserOf(known, identity),
    peers: new Peers(options.config.trustedProxies, options.config.publicUrl),
    apiCalls: openApiCalls(options, known, identity),
  })
}

function openFeatures({ coherence }: Foundation, { data, equipped }: BaseServices): HostFeatures {
  const plugins = equipped.map(({ registered: { name, plugin } }) => ({ name, info: plugin.info }))
  return createFeatures({ db: data.forHost(identityModels), plugins, coherence })
}

function openMail(
  { database, safety, tracer }: Foundation,
  { parts: { registry, clock } }: BaseServices,
  jobs: HostJobs,
): MailQueue {
  const isInTransaction = (): boolean => database.current !== undefined
  const service = (): MailService | undefined => registry.lookup('host', Mail)
  return new MailQueue({ jobs: jobs.engine, vault: safety.vault, service, isInTransaction, tracer, clock })
}

/** The emails that this build sends by itself, with those of the host declared. */
function openEmailTemplates(
  { database }: Foundation,
  { data, parts: { clock }, brand }: WorkingParts,
): EmailTemplatesService {
  const templates = createEmailTemplates({
    db: data.forHost(emailTemplateModels, new JoiningTransactor(database)),
    clock,
    brand: () => brand.current(),
  })
  templates.declare('host', identityEmails)
  return templates
}

/** Records the changes of identity, bounded before one reaches the log of the instance and those of workspaces. */
function openAttempts(foundation: Foundation, known: BaseServices, events: HostEvents): BoundedAttempts {
  const { clock, log, contexts } = known.parts
  const address = (): string | undefined => {
    const frame = contexts.current()
    return frame instanceof RequestState ? frame.address : undefined
  }
  return new BoundedAttempts({ recorder: openTrail(foundation, known, events), address, clock, log })
}

/** The trail of identity: into the log, out as events, and into the logs of the workspaces that an account is a member of. */
function openTrail({ database }: Foundation, { data, recorder }: BaseServices, events: HostEvents): ChangeRecorder {
  const db = data.forHost(identityModels, new JoiningTransactor(database))
  return accountTrail({
    recorder: events.publishing(recorder),
    workspacesOf: (userId) => workspacesOfAccount(db, userId),
  })
}

function openLive({ bus, database }: Foundation, { parts }: BaseServices, identity: Identity): LiveHub {
  const { sessions, tokens, gate } = identity
  return new LiveHub({
    bus,
    contexts: parts.contexts,
    afterCommit: (work) => database.afterCommit(work),
    stopping: parts.stopping,
    callerNow: (state) => callerNow({ sessions, tokens }, state),
    isEnabled: (orgId, feature) => gate.isEnabled(orgId, feature),
  })
}

function openPauses(
  { bus }: Foundation,
  { parts: { clock, log }, data }: BaseServices,
  live: LivePublisher,
): PluginPauses {
  const store = new PauseStore(data.forHost(backgroundWorkModels))
  const paths = ['/api/instance/jobs', '/api/instance/plugins']
  return new PluginPauses({ store, bus, clock, log, onChange: () => live.tell({ to: toInstance, paths, by: null }) })
}

function openHold(
  { bus }: Foundation,
  { parts: { clock, log }, data }: BaseServices,
  live: LivePublisher,
): RestoreHold {
  const paths = ['/api/instance/backups', '/api/instance/jobs']
  const onChange = (): void => live.tell({ to: toInstance, paths, by: null })
  return new RestoreHold({ db: data.forHost(backgroundWorkModels), bus, clock, log, onChange })
}

function openApiCalls(
  { config: { publicUrl } }: BootOptions,
  { parts, rates }: WorkingParts,
  identity: Identity,
): InternalApi {
  const { sessions, tokens } = identity
  return new InternalApi({
    sources: { sessions, tokens },
    tokens,
    limiter: () => rates.limiterOf('api'),
    publicOrigin: publicUrl?.origin,
    stopping: parts.stopping,
  })
}

/** Erases workspaces, and lets everything forget them that remembers more than their rows. */
function eraserOf({ accounting, workspaceData }: WorkingParts, identity: Identity): Eraser {
  return workspaceData.eraser(async (orgId) => {
    accounting.forget(orgId)
    await identity.forgetWorkspace(orgId)
  })
}
