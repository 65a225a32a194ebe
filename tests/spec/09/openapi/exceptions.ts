/** Routes that the description of the API leaves out, each with why. A route that is neither there nor here fails a test. */
const page = 'The shell: pages for people, the same for everybody'
const help = 'A help page for people; programs list them at /api/help/docs'
const probe = 'For who runs the process, and described with how it is run'
const browser = 'A step of a sign-in that a browser is sent to; no program calls it'

export const exceptions: Readonly<Record<string, string>> = {
  'GET /healthz': probe,
  'GET /readyz': probe,
  'GET /metrics': probe,
  'GET /{$}': page,
  'GET /assets/{path...}': page,
  'GET /admin': page,
  'GET /admin/': page,
  'GET /instance': page,
  'GET /instance/': page,
  'GET /login': page,
  'GET /login/': page,
  'GET /setup': page,
  'GET /setup/': page,
  'GET /register': page,
  'GET /register/': page,
  'GET /forgot': page,
  'GET /forgot/': page,
  'GET /reset': page,
  'GET /reset/': page,
  'GET /verify': page,
  'GET /verify/': page,
  'GET /confirm-email': page,
  'GET /confirm-email/': page,
  'GET /invitation': page,
  'GET /invitation/': page,
  'GET /help': help,
  'GET /help/{slug}': help,
  'GET /help/style.css': help,
  'GET /auth/begin/{provider}': browser,
  'GET /auth/callback/{provider}': browser,
}
