/**
 * Reviewed routes, each once and with the reason for each exception: a route open to everyone, one missing from the API
 * description, and one by which an agent may write or export without a tool. An exceptional route that is missing here
 * fails a test.
 */

/** Why a route is as it is; undefined where it is as routes are. */
export interface ReviewedRoute {
  /** Why anyone may call it. */
  readonly open?: string
  /** Which secret of its own it asks for; without it the answer is 401, in a session too. */
  readonly secret?: string
  /** Why its challenge is one for which browsers ask for a password. */
  readonly basic?: string
  /** Why it is not an operation of the API. */
  readonly undescribed?: string
  /** Why a session that is confined to one workspace may call it, though it is of the audience `user`. */
  readonly confined?: string
  /** Why it takes no `Idempotency-Key`, though it changes something for users or the console. */
  readonly unkeyed?: string
  /** Why agents may call it although it writes or exports and is not a tool. */
  readonly agents?: string
}

const shell = {
  open: 'The shell; it holds nothing of anybody',
  undescribed: 'The shell: pages for people, the same for everybody',
}
const shellPages = [
  'admin',
  'instance',
  'login',
  'setup',
  'register',
  'verify',
  'forgot',
  'reset',
  'invitation',
  'confirm-email',
  'unsubscribe',
].flatMap((page) => [`GET /${page}`, `GET /${page}/`])
const help = 'A help page for people; programs list them at /api/help/docs'
const probe = 'For who runs the process, and described with how it is run'
const browser = 'A step of a sign-in that a browser is sent to; no program calls it'

const reviewedRoutes: Readonly<Record<string, ReviewedRoute>> = {
  ...Object.fromEntries(shellPages.map((pattern) => [pattern, shell])),
  'POST /api/mcp': { agents: 'The protocol of agents itself: each tool passes the guard of its own route' },
  'GET /{$}': { ...shell, open: 'Leads to a shell' },
  'GET /assets/{path...}': { ...shell, open: 'The files of the shells, the same for everybody' },
  'GET /brand/{logo}': {
    open: 'The logo of the instance, which its sign-in page shows',
    undescribed: 'A picture of the shell, the same for everybody',
  },
  'GET /healthz': { open: 'Whether the process lives; says nothing else', undescribed: probe },
  'GET /readyz': { open: 'Whether it can answer; says nothing of what it holds', undescribed: probe },
  'GET /metrics': { open: 'Is not there but for who has a token of its own', undescribed: probe },
  'GET /nic/update': {
    open: 'Takes addresses from routers, which have no account',
    secret: 'A token for dynamic DNS, which changes the addresses of its names alone',
    basic: 'Clients of the protocol dyndns2 know no other scheme',
    undescribed: 'A protocol of its own, which the help describes',
  },
  'GET /nic/checkip': {
    open: 'Says to a client what its own address is, and nothing else',
    undescribed: 'A part of the protocol dyndns2',
  },
  'POST /api/x/mail/inbound/{id}': {
    open: 'Takes emails from programs that have no account',
    secret: 'That of the endpoint, which the workspace shows to the program',
  },
  'POST /api/x/mail/providers/{id}': {
    open: 'Takes bounces and complaints from providers of mail',
    secret: 'That in its address, and the signature or password of the provider',
  },
  'GET /p/links/{address}': {
    open: 'Statistics of a link that a member shares, at an address that only those who got it know',
    undescribed: 'A page for people; programs read /api/x/links/statistics',
  },
  'GET /p/mail/forwards/{token}': {
    open: 'Asks the owner of an address, who has no account, whether a mailbox may forward to it',
    undescribed: 'A page for people',
  },
  'POST /p/mail/forwards/{token}/confirm': {
    open: 'Agrees to it by one press; its address has the token that was sent to the owner alone',
    undescribed: 'The form of that page',
  },
  'GET /p/products/delivery/{token}': {
    open: 'The order of a customer, who has no account, by the link that was emailed',
    undescribed: 'A page for people',
  },
  'GET /p/products/delivery/{token}/files/{fileId}': {
    open: 'A file of that order',
    undescribed: 'A file of that page',
  },
  'GET /api/x/products/license-keys/{workspace}': {
    open: 'Public keys, with which programs of customers verify licenses',
  },
  'GET /api/x/products/license-revocations/{workspace}': {
    open: 'Revoked licenses by their IDs, which programs of customers download',
  },
  'POST /api/x/products/licenses/{workspace}/validate': {
    open: 'Asked by programs of customers, who have no account',
  },
  'POST /api/x/products/licenses/{workspace}/activate': {
    open: 'Asked by programs of customers, who have no account',
  },
  'POST /api/x/products/licenses/{workspace}/deactivate': {
    open: 'Asked by programs of customers, who have no account',
  },
  'POST /api/x/products/licenses/{workspace}/list': {
    open: 'Asked by programs of customers, who have no account',
  },
  'GET /help': { open: 'The help of the product', undescribed: help },
  'GET /help/style.css': { open: 'The look of the help', undescribed: help },
  'GET /help/{slug}': { open: 'A page of the help', undescribed: help },
  'GET /auth/begin/{provider}': {
    open: 'Leads to a provider of accounts; the browser keeps the state',
    undescribed: browser,
  },
  'GET /auth/callback/{provider...}': {
    open: 'Comes back from a provider; nothing without the state that the browser keeps',
    undescribed: browser,
  },
  'GET /api/help/docs': { open: 'The list of the help, also before sign-in' },
  'GET /api/help/docs/{slug}': { open: 'A page of the help, also before sign-in' },
  'GET /api/auth/methods': { open: 'How people sign in here; the same for everybody' },
  'POST /api/auth/setup': {
    open: 'Makes the first instance admin, with the token of the set-up link; gone after that',
  },
  'POST /api/auth/setup/backups': {
    open: 'Lists the backups of an instance without an admin, with the token of the set-up link; gone after that',
  },
  'POST /api/auth/setup/restore': {
    open: 'Restores one of them, with the token of the set-up link; gone after that',
  },
  'POST /api/auth/login': { open: 'Signs in; throttled, and tells no account from none' },
  'GET /api/auth/policy': {
    open: 'What a password has to be, and whether registration is open; the same for everybody',
  },
  'POST /api/auth/register': { open: 'Asks for an account; the same answer for every address' },
  'POST /api/auth/resend-verification': { open: 'The same answer for every address' },
  'POST /api/auth/verify-email': { open: 'Takes the secret of a mailed link' },
  'POST /api/auth/forgot': { open: 'The same answer for every address' },
  'POST /api/auth/reset': { open: 'Takes the secret of a mailed link' },
  'POST /api/auth/confirm-email': { open: 'Takes the secret of a mailed link' },
  'POST /api/auth/login/passkey/options': { open: 'What a passkey is asked; the same for everybody' },
  'POST /api/auth/login/passkey': { open: 'Signs in with a passkey; throttled' },
  'POST /api/auth/login/second-factor/options': {
    open: 'What a passkey is asked, for who has given the password; nothing without that cookie',
  },
  'POST /api/auth/login/second-factor': {
    open: 'Takes the second factor of who has given the password; throttled',
  },
  'GET /api/notifications/unsubscribe': {
    open: 'Goes on to the page of a mailed link, and changes nothing',
    undescribed: 'A step from a letter to a page; no program calls it',
  },
  'POST /api/notifications/unsubscribe': { open: 'One press in a mail program; takes the secret of a mailed link' },
  'POST /api/notifications/letters': { open: 'Reads which letters a mailed link ends; names nobody' },
  'POST /api/notifications/letters/end': { open: 'Takes the secret of a mailed link' },
  'POST /api/auth/invitation': { open: 'Reads an invitation by the secret of its link' },
  'POST /api/auth/accept-invitation': { open: 'Accepts an invitation by the secret of its link' },
  'POST /api/auth/logout': {
    confined: 'Ends this session',
    unkeyed: 'Sets a cookie: ends this session',
  },
  'POST /api/auth/logout-all': {
    confined: 'Ends only sessions that began with the same single sign-on',
    unkeyed: 'Sets a cookie: ends every session',
  },
  'GET /api/auth/me': { confined: 'Names the caller and the workspace of the session' },
  'GET /api/auth/sessions': { confined: 'Lists only sessions that began with the same single sign-on' },
  'DELETE /api/auth/sessions': {
    confined: 'Ends only sessions that began with the same single sign-on',
    unkeyed: 'Depends on which session calls',
  },
  'DELETE /api/auth/sessions/{id}': { confined: 'Ends only sessions that began with the same single sign-on' },
  'GET /api/auth/security': { confined: 'Leads through the set-up of a second factor that the workspace asks for' },
  'POST /api/auth/totp': { confined: 'The set-up that the workspace asks for; needs a proof by the account' },
  'PUT /api/auth/totp': { confined: 'The set-up that the workspace asks for; needs a proof by the account' },
  'POST /api/auth/reauthenticate': {
    confined: 'Proves the account, which the single sign-on does not',
    unkeyed: 'Proves this session',
  },
  'POST /api/auth/reauthenticate/options': {
    confined: 'Begins that proof',
    unkeyed: 'The challenge is good for one use',
  },
  'POST /api/auth/reauthenticate/check': {
    confined: 'Checks that proof',
    unkeyed: 'Answers for this moment',
  },
  'GET /api/x/mail/frame': { confined: 'An empty document' },
  'GET /api/live': { confined: 'Sends paths of what changed, and no content' },
  'GET /api/menus/personal': { confined: 'Facts of the build' },
  'GET /api/user/sections': { confined: 'Facts of the build' },
  'GET /api/user/settings': { confined: 'Theme, language and the like' },
  'PUT /api/user/settings': { confined: 'Theme, language and the like' },
  ...Object.fromEntries(
    [
      'GET /api/notifications',
      'GET /api/notifications/{id}',
      'GET /api/notifications/unread',
      'POST /api/notifications/read',
      'POST /api/notifications/archive',
      'DELETE /api/notifications/{id}',
    ].map((pattern) => [pattern, { confined: 'Reaches only notifications of the workspace' }]),
  ),
  'POST /api/auth/passkeys/options': { unkeyed: 'The challenge is good for one use' },
  'POST /api/auth/password': { unkeyed: 'Sets a cookie: the session gets a new secret' },
  'POST /api/auth/account/delete': { unkeyed: 'Sets a cookie: ends every session' },
  'POST /api/auth/switch': { unkeyed: 'Sets a cookie: changes the workspace used last' },
  'GET /api/workspaces': { confined: 'Lists only the workspace of the session' },
  ...Object.fromEntries(
    [
      'GET /api/workspaces/{id}',
      'PATCH /api/workspaces/{id}',
      'DELETE /api/workspaces/{id}',
      'GET /api/workspaces/{id}/export',
      'GET /api/workspaces/{id}/export/check',
      'POST /api/workspaces/{id}/leave',
      'GET /api/workspaces/{id}/logo/{logo}',
      'POST /api/workspaces/{id}/restore',
      'POST /api/workspaces/{id}/transfer',
    ].map((pattern) => [pattern, { confined: 'The guard answers 404 for every other workspace' }]),
  ),
}

/** The patterns that were looked at for one thing, in order. */
export function reviewedFor(thing: keyof ReviewedRoute): readonly string[] {
  const found = Object.entries(reviewedRoutes).filter(([, reasons]) => reasons[thing] !== undefined)
  return found.map(([pattern]) => pattern).toSorted()
}
