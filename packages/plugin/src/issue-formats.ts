import type { Language } from './wire-types.ts'

/** A form of text: zod's name for it, and the texts for readers. */
interface TextForm extends Readonly<Record<Language, string>> {
  readonly zod: string
}

const form = (zod: string, en: string, zh: string): TextForm => ({ zod, en, zh })

/** The forms of text that zod names, by the name that its issues carry. */
export const textForms: ReadonlyMap<string, TextForm> = new Map(
  Object.entries({
    email: form(
      'email address',
      'Enter a valid email, like name@example.com.',
      '请填写邮箱地址，例如 name@example.com。',
    ),
    url: form('URL', 'Enter a full URL, like https://example.com.', '请填写完整网址，例如 https://example.com。'),
    hostname: form('hostname', 'Enter a host name, like example.com.', '请填写主机名，例如 example.com。'),
    emoji: form('emoji', 'Choose an emoji.', '请选择一个表情符号。'),
    datetime: form(
      'ISO datetime',
      'Enter a date and time, like 2026-01-31T08:15:00Z.',
      '请填写日期和时间，例如 2026-01-31T08:15:00Z。',
    ),
    date: form('ISO date', 'Enter a date, like 2026-01-31.', '请填写日期，例如 2026-01-31。'),
    time: form('ISO time', 'Enter a time, like 08:15:00.', '请填写时间，例如 08:15:00。'),
    duration: form('ISO duration', 'Enter a duration, like P3DT12H.', '请填写时长，例如 P3DT12H。'),
    ipv4: form('IPv4 address', 'Enter an IPv4 address, like 192.0.2.1.', '请填写 IPv4 地址，例如 192.0.2.1。'),
    ipv6: form('IPv6 address', 'Enter an IPv6 address, like 2001:db8::1.', '请填写 IPv6 地址，例如 2001:db8::1。'),
    cidrv4: form('IPv4 range', 'Enter an IPv4 range, like 192.0.2.0/24.', '请填写 IPv4 地址段，例如 192.0.2.0/24。'),
    cidrv6: form('IPv6 range', 'Enter an IPv6 range, like 2001:db8::/32.', '请填写 IPv6 地址段，例如 2001:db8::/32。'),
    mac: form(
      'MAC address',
      'Enter a MAC address, like 00:1a:2b:3c:4d:5e.',
      '请填写 MAC 地址，例如 00:1a:2b:3c:4d:5e。',
    ),
    e164: form(
      'E.164 number',
      'Enter a phone number with its country code, like +14155550123.',
      '请填写带国家代码的电话号码，例如 +14155550123。',
    ),
    lowercase: form('lowercase', 'Use lowercase letters only.', '请只使用小写字母。'),
    uppercase: form('uppercase', 'Use uppercase letters only.', '请只使用大写字母。'),
    uuid: form('UUID', 'Enter a UUID.', '请填写 UUID。'),
    guid: form('GUID', 'Enter a GUID.', '请填写 GUID。'),
    base64: form('base64-encoded string', 'Enter Base64.', '请填写 Base64 内容。'),
    base64url: form('base64url-encoded string', 'Enter Base64 for URLs.', '请填写 Base64URL 内容。'),
    hex: form('hex', 'Enter hexadecimal digits.', '请填写十六进制数字。'),
    jwt: form('JWT', 'Enter a JSON Web Token.', '请填写 JSON Web Token。'),
    json_string: form('JSON string', 'Enter JSON.', '请填写 JSON。'),
  }),
)

/** The text for a form without a name of its own. */
export const otherForm: Readonly<Record<Language, string>> = {
  en: "Doesn't match the required format.",
  zh: '此项不符合所要求的格式。',
}
