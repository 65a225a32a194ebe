import { Problem, type Wording } from '@host/plugin'
import { SafeHttpError } from '@host/plugin/safehttp'
import { OperationProcessingError, JSON_ATTRIBUTE_COMPARISON, RESPONSE_IS_NOT_CONFORM } from 'oauth4webapi'
import { SignInFault } from './fault.ts'

/** The problem of an invalid issuer in a form. */
export function issuerProblem(message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path: 'issuer', message }] })
}

/**
 * A typed issuer, which is compared exactly everywhere else.
 * @throws Problem `invalid_input`
 */
export function readIssuer(text: string): string {
  const issuer = text.trim()
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (isPlain && url.search === '' && url.hash === '' && issuer.length <= 500) return issuer
  throw issuerProblem({
    en: "Enter the issuer's https URL without a query, like https://accounts.example.com.",
    zh: '请填写颁发者的 https 地址，不含查询参数，例如 https://accounts.example.com。',
  })
}

/**
 * Meaning of an issuer's failed discovery, for the person who typed its address. It never names an internal address.
 */
export function explainDiscovery(error: unknown): Problem {
  if (error instanceof SafeHttpError) return issuerProblem(unreached(error))
  if (error instanceof OperationProcessingError && error.code === RESPONSE_IS_NOT_CONFORM) {
    return issuerProblem({
      en: 'No OpenID configuration found. Check the URL for a missing path.',
      zh: '此地址没有 OpenID 配置。请检查路径是否完整。',
    })
  }
  const isOther = error instanceof OperationProcessingError && error.code === JSON_ATTRIBUTE_COMPARISON
  if (isOther || error instanceof SignInFault) {
    return issuerProblem({
      en: "The issuer doesn't match the provider's. Copy it exactly from its OpenID configuration, with https.",
      zh: '提供方自称的颁发者与此不同，或其端点未使用 https。请从其 OpenID 配置中逐字复制颁发者。',
    })
  }
  return issuerProblem({
    en: "This URL doesn't serve an OpenID configuration.",
    zh: '此地址的响应不是 OpenID 配置。',
  })
}

function unreached(error: SafeHttpError): Wording {
  const { reason } = error
  if (reason === 'destination_not_allowed' || reason === 'invalid_url' || reason === 'redirect_not_allowed') {
    return {
      en: "Use a provider with a public address that doesn't redirect.",
      zh: '不允许访问该目标地址。请使用可公开访问且不会重定向的提供方地址。',
    }
  }
  if (reason === 'not_trusted') {
    return { en: "The provider's certificate isn't valid for this address.", zh: '提供方的证书对此地址无效。' }
  }
  if (reason === 'name_not_found') {
    return { en: "The host name can't be resolved.", zh: '无法解析此地址中的域名。' }
  }
  return { en: "The provider didn't respond as expected.", zh: '提供方未正常响应。' }
}
