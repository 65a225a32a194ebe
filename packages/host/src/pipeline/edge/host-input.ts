/** Host names and pages as callers give them, judged before anything is stored. */
import { normalizeHostName, normalizeHostPattern, Problem, type Wording } from '@host/plugin'
import { nameOfPattern } from './edge-subjects.ts'
import type { OwnHosts } from './own-hosts.ts'
import { isPublicSuffix } from './public-suffix.ts'

const longestPage = 500
/** Characters of a name, without the dot at the end. */
const longestName = 253

/** A name that a workspace may own. @throws Problem `invalid_input` */
export async function nameToProve(text: string, own: OwnHosts): Promise<string> {
  const name = normalizeHostName(text)
  if (name === undefined || !name.includes('.')) throw invalid('name', notAName)
  if (own.has(name)) throw invalid('name', ofInstance)
  if (await isPublicSuffix(name)) throw invalid('name', publicSuffix)
  return name
}

/**
 * A DNS zone that a workspace may manage. Its first labels may have `_` and `/`, which hosts don't: `_acme.example.com`,
 * and `0/26.2.0.192.in-addr.arpa` of RFC 2317.
 * @param own undefined without a public URL: a zone makes the instance answer nothing, so none of its hosts is at risk
 * @throws Problem `invalid_input`
 */
export async function zoneToManage(text: string, own: OwnHosts | undefined): Promise<string> {
  const labels = (text.endsWith('.') ? text.slice(0, -1) : text).split('.')
  const end = labels.findLastIndex((label) => /[_/]/.test(label)) + 1
  const host = normalizeHostName(labels.slice(end).join('.'))
  const below = labels.slice(0, end).map((label) => label.toLowerCase())
  if (host === undefined || !host.includes('.') || !below.every(isZoneLabel)) throw invalid('name', notAZone)
  const name = [...below, host].join('.')
  if (name.length > longestName) throw invalid('name', notAZone)
  if (own?.has(name) === true) throw invalid('name', ofInstance)
  if (await isPublicSuffix(name)) throw invalid('name', publicSuffix)
  return name
}

function isZoneLabel(label: string): boolean {
  return /^[a-z0-9_/-]{1,63}$/.test(label)
}

/** A host that a plugin may answer, exact or `*.name`. @throws Problem `invalid_input` */
export function hostToAssign(text: string, own: OwnHosts | undefined): string {
  const host = normalizeHostPattern(text)
  if (host === undefined || !nameOfPattern(host).includes('.')) throw invalid('host', notAName)
  if (own?.has(nameOfPattern(host)) === true) throw invalid('host', ofInstance)
  return host
}

/**
 * The path of a public page of a plugin.
 * @param isPage whether the plugin has mounted a page at that path
 * @throws Problem `invalid_input`
 */
export function pageToAssign(path: string, isPage: (path: string) => boolean): string {
  const url = path.length <= longestPage && path.startsWith('/') ? URL.parse(path, 'http://page.invalid') : null
  if (url === null || url.pathname !== path || !isPage(path)) throw invalid('page', notAPage)
  return path
}

const notAName = { en: 'Enter a host name, such as go.example.com.', zh: '请输入主机名，例如 go.example.com。' }
const notAZone = { en: 'Enter the name of a zone, such as example.com.', zh: '请输入区域名称，例如 example.com。' }
const ofInstance = { en: 'This host name belongs to this instance.', zh: '该主机名属于此实例。' }
const publicSuffix = {
  en: 'Names below this one are registered by others. Enter a name of your own.',
  zh: '该名称之下的域名由他人注册。请输入您自己的域名。',
}
const notAPage = { en: 'Enter the path of a public page.', zh: '请输入公开页面的路径。' }

function invalid(path: string, message: Wording): Problem {
  return new Problem('invalid_input', { errors: [{ path, message }] })
}
