import type { CatalogEntry } from './errors.ts'

const retry = { en: 'Try again in a moment.', zh: '请稍后重试。' }
const correct = { en: 'Correct the request and send it again.', zh: '请更正请求后重新发送。' }
const askAdmin = { en: 'Ask a workspace owner or admin.', zh: '请联系此工作区的所有者或管理员。' }

/**
 * Every error that an answer can carry (spec §7): the status, the cause and the next step, in both languages. Codes are
 * stable; programs branch on them.
 */
export const errorCatalog = {
  bad_request: {
    status: 400,
    title: { en: 'Invalid request', zh: '无法理解该请求' },
    nextStep: correct,
  },
  invalid_input: {
    status: 400,
    title: { en: 'Some fields are invalid', zh: '部分字段有误' },
    nextStep: { en: 'Correct the fields listed and try again.', zh: '请更正标出的字段后重试。' },
  },
  destination_not_allowed: {
    status: 400,
    title: { en: 'Destination not allowed', zh: '不允许访问该目标地址' },
    nextStep: { en: 'Enter a public http or https address.', zh: '请填写可公开访问的 http 或 https 地址。' },
  },
  unauthenticated: {
    status: 401,
    title: { en: 'You are not signed in', zh: '您尚未登录' },
    nextStep: { en: 'Sign in and try again.', zh: '请登录后重试。' },
  },
  invalid_credentials: {
    status: 401,
    title: { en: 'Incorrect email or password', zh: '邮箱地址或密码不正确' },
    nextStep: { en: 'Check your email and password and try again.', zh: '请检查后重试。' },
  },
  invalid_code: {
    status: 401,
    title: { en: 'Incorrect code', zh: '验证码不正确' },
    nextStep: { en: 'Wait for the next code in your app, then try again.', zh: '请等待应用显示下一个验证码后重试。' },
  },
  invalid_passkey: {
    status: 401,
    title: { en: 'Passkey not accepted', zh: '此通行密钥未被接受' },
    nextStep: { en: 'Try again, or sign in another way.', zh: '请重试，或使用其他登录方式。' },
  },
  challenge_expired: {
    status: 401,
    title: { en: 'Sign-in timed out', zh: '登录已超时' },
    nextStep: { en: 'Start over with your email and password.', zh: '请重新输入邮箱与密码登录。' },
  },
  tier_required: {
    status: 402,
    title: { en: "Not included in your workspace's plan", zh: '此工作区的套餐不包含该功能' },
    nextStep: { en: 'Ask a workspace owner about the plan.', zh: '请联系此工作区的所有者了解套餐。' },
  },
  forbidden: {
    status: 403,
    title: { en: "You don't have permission to do this", zh: '您的角色无权执行此操作' },
    nextStep: askAdmin,
  },
  no_workspace: {
    status: 403,
    title: { en: 'No workspace selected', zh: '尚未选择工作区' },
    nextStep: { en: 'Select or create a workspace first.', zh: '请先选择或创建工作区。' },
  },
  session_required: {
    status: 403,
    title: { en: "API tokens can't do this", zh: 'API 令牌无法执行此操作' },
    nextStep: { en: 'Sign in and do this in the app.', zh: '请登录后在产品中操作。' },
  },
  reauthentication_required: {
    status: 403,
    title: { en: "Confirm it's you", zh: '请再次验证您的身份' },
    nextStep: { en: 'Enter your password or second factor, then try again.', zh: '请输入密码或第二因素后重试。' },
  },
  second_factor_required: {
    status: 403,
    title: { en: 'A second factor is required', zh: '此处要求启用第二因素' },
    nextStep: { en: 'Set one up under Security.', zh: '请在“安全”页面设置。' },
  },
  sso_required: {
    status: 403,
    title: { en: 'This workspace requires single sign-on', zh: '此工作区要求使用单点登录' },
    nextStep: { en: "Sign in with your workspace's identity provider.", zh: '请通过工作区的身份提供方登录。' },
  },
  workspace_suspended: {
    status: 403,
    title: { en: 'This workspace is suspended and read-only', zh: '此工作区已被暂停，仅可查看' },
    nextStep: { en: 'Ask the operator of this instance to lift the suspension.', zh: '请联系此实例的运营者解除暂停。' },
  },
  registration_closed: {
    status: 403,
    title: { en: 'Registration is by invitation only', zh: '此处仅限受邀注册' },
    nextStep: { en: 'Ask a member for an invitation.', zh: '请联系已有成员获取邀请。' },
  },
  scope_required: {
    status: 403,
    title: { en: 'The token lacks the required scope', zh: '此令牌的权限范围不包含该操作' },
    nextStep: { en: 'Use a token with the scope listed.', zh: '请使用包含所列权限范围的令牌。' },
  },
  approval_required: {
    status: 403,
    title: { en: 'Agents need approval for this', zh: '智能体执行此操作须经批准' },
    nextStep: {
      en: "Request it with the agent's tool; an admin approves it.",
      zh: '请通过智能体的工具提出请求，由管理员批准。',
    },
  },
  csrf_origin: {
    status: 403,
    title: { en: 'The request came from another site', zh: '该请求来自其他站点' },
    nextStep: { en: 'Open this site directly and try again.', zh: '请在本产品的窗口中重试。' },
  },
  csrf_token: {
    status: 403,
    title: { en: 'The page is out of date', zh: '页面已过期' },
    nextStep: { en: 'Reload the page and try again.', zh: '请刷新页面后重试。' },
  },
  not_found: {
    status: 404,
    title: { en: 'Not found', zh: '这里没有内容' },
    nextStep: { en: 'Check the address or go back to the overview.', zh: '请检查地址，或返回概览页面。' },
  },
  feature_disabled: {
    status: 404,
    title: { en: 'Feature not available', zh: '该功能在此不可用' },
    nextStep: { en: 'An owner or admin can switch it on under Features.', zh: '所有者或管理员可在“功能”页面启用它。' },
  },
  method_not_allowed: {
    status: 405,
    title: { en: 'Method not allowed', zh: '该地址不支持此请求方法' },
    nextStep: { en: 'Use one of the methods in the Allow header.', zh: '请使用 Allow 标头中列出的方法。' },
  },
  request_timeout: {
    status: 408,
    title: { en: 'Request timed out', zh: '请求未能及时送达' },
    nextStep: { en: 'Check your connection and try again.', zh: '请检查网络连接后重新发送。' },
  },
  conflict: {
    status: 409,
    title: { en: 'Conflict with the current state', zh: '与当前状态冲突' },
    nextStep: { en: 'Reload to see the current state, then try again.', zh: '请刷新查看当前状态后再操作。' },
  },
  feature_required: {
    status: 409,
    title: { en: 'Other features depend on this one', zh: '其他功能依赖此功能' },
    nextStep: { en: 'Switch off the features listed first.', zh: '请先停用所列功能。' },
  },
  last_owner: {
    status: 409,
    title: { en: 'A workspace needs at least one owner', zh: '工作区至少保留一位所有者' },
    nextStep: { en: 'Make another member an owner first.', zh: '请先将其他成员设为所有者。' },
  },
  last_method: {
    status: 409,
    title: { en: 'This is your only way to sign in', zh: '这是最后一种登录方式' },
    nextStep: { en: 'Add another one first.', zh: '请先添加另一种登录方式。' },
  },
  idempotency_in_flight: {
    status: 409,
    title: { en: 'The first request with this key is still running', zh: '使用此幂等键的首个请求仍在处理中' },
    nextStep: {
      en: 'Wait for the time in Retry-After, then send the same request again.',
      zh: '请按 Retry-After 标头所示时间等待后重新发送同一请求。',
    },
  },
  idempotency_not_kept: {
    status: 409,
    title: { en: 'The request was already processed; its response was not stored', zh: '该请求已处理，但响应未保留' },
    nextStep: {
      en: 'Idempotency-Original-Status has its status. Look up the result instead of sending it again.',
      zh: '请求已完成，状态见 Idempotency-Original-Status 标头；请直接查询其结果，无需重新发送。',
    },
  },
  stale_plan: {
    status: 409,
    title: { en: 'The plan is out of date', zh: '此变更计划已过时' },
    nextStep: { en: 'Plan the change again and review it.', zh: '请重新制定变更计划并查看。' },
  },
  target_busy: {
    status: 409,
    title: { en: 'Another change is being applied', zh: '正在应用另一项变更' },
    nextStep: { en: 'Wait until it ends, or finish or revert it.', zh: '请等待其结束，或将其完成、撤销。' },
  },
  gone: {
    status: 410,
    title: { en: 'This link is no longer valid', zh: '此链接已失效' },
    nextStep: { en: 'Sign in with your account.', zh: '请使用您的账户登录。' },
  },
  body_too_large: {
    status: 413,
    title: { en: 'Request too large', zh: '请求内容过大' },
    nextStep: { en: 'Send less data per request.', zh: '请减少单次发送的内容。' },
  },
  unsupported_media_type: {
    status: 415,
    title: { en: 'Unsupported content type', zh: '不支持该请求的内容类型' },
    nextStep: { en: 'Send JSON with the content type application/json.', zh: '请以 application/json 类型发送 JSON。' },
  },
  expectation_failed: {
    status: 417,
    title: { en: 'Expectation not supported', zh: '服务器无法满足该请求的期望' },
    nextStep: { en: 'Send it again without the Expect header.', zh: '请移除 Expect 标头后重新发送。' },
  },
  unprocessable: {
    status: 422,
    title: { en: 'The request differs from the first one with this key', zh: '该请求与先前的请求不一致' },
    nextStep: {
      en: 'For a different request, use a new Idempotency-Key.',
      zh: '如果这是另一个请求，请使用新的幂等键发送。',
    },
  },
  idempotency_caller_mismatch: {
    status: 422,
    title: {
      en: 'This key was used by a caller with more permissions',
      zh: '此幂等键已被权限更高的成员使用',
    },
    nextStep: { en: 'Use a new Idempotency-Key.', zh: '请使用您自己的幂等键发送请求。' },
  },
  too_many_requests: {
    status: 429,
    title: { en: 'Too many requests', zh: '短时间内请求过多' },
    nextStep: { en: 'Wait a moment, then try again.', zh: '请稍候再试。' },
  },
  quota_exceeded: {
    status: 429,
    title: { en: "Your workspace's plan is used up", zh: '此工作区的套餐额度已用完' },
    nextStep: { en: 'Ask a workspace owner about the plan.', zh: '请联系此工作区的所有者了解套餐。' },
  },
  headers_too_large: {
    status: 431,
    title: { en: 'Request headers too large', zh: '请求标头过大' },
    nextStep: { en: "Clear this site's cookies and try again.", zh: '请清除此站点的 Cookie 后重试。' },
  },
  internal: {
    status: 500,
    title: { en: 'Something went wrong', zh: '服务器出现问题' },
    nextStep: {
      en: 'Try again. If it keeps happening, report the request ID.',
      zh: '请重试；若问题依旧，请提供请求编号。',
    },
  },
  remote_failed: {
    status: 502,
    title: { en: "The remote service didn't respond as expected", zh: '对方服务未正常响应' },
    nextStep: { en: 'Check the address, or try again later.', zh: '请检查地址，或稍后重试。' },
  },
  remote_refused: {
    status: 502,
    title: { en: 'The remote service refused access', zh: '对方服务拒绝访问' },
    nextStep: { en: 'Check the credentials and their permissions, then try again.', zh: '请检查凭据及其权限后重试。' },
  },
  service_unavailable: {
    status: 503,
    title: { en: 'Service unavailable', zh: '所需服务暂不可用' },
    nextStep: retry,
  },
  overloaded: {
    status: 503,
    title: { en: 'The server is busy', zh: '服务器当前繁忙' },
    nextStep: { en: 'Try again in a few seconds.', zh: '请几秒后重试。' },
  },
  timeout: {
    status: 504,
    title: { en: 'The response took too long', zh: '响应超时' },
    nextStep: retry,
  },
} as const satisfies Record<string, CatalogEntry>
