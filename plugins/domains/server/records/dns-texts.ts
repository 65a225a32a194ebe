/**
 * Errors of records and zone files in Chinese. `@host/dns` writes them in English with the wrong text within; each is a
 * pattern here, whose groups stand in the translation as `{1}` and `{2}`. A test reads the sentences of the package.
 */
import type { Wording } from '@host/plugin'

const texts: readonly (readonly [RegExp, string])[] = [
  [/^A value is missing\.$/, '缺少一个值。'],
  [/^The value is empty\.$/, '值为空。'],
  [/^(".*") must not be in quotes\.$/s, '{1} 不能加引号。'],
  [/^There is more text behind the last value: (".*")\.$/s, '最后一个值之后还有多余的文本：{1}。'],
  [
    /^Write the data of this type as \\#, its length, and hexadecimal\.$/,
    '请以 \\#、长度和十六进制数写出此类型的数据。',
  ],
  [/^The data is not hexadecimal\.$/, '数据不是十六进制。'],
  [/^The length does not match the (?:data|bytes)\.$/, '长度与数据不符。'],
  [/^The data has more than 65,535 bytes\.$/, '数据超过 65,535 字节。'],
  [/^The data of a record has at most ([\d,]+) bytes\.$/, '一条记录的数据最多 {1} 字节。'],
  [
    /^An escape is invalid\. Write \\ and a character, or \\ and three digits\.$/,
    '转义无效。请写 \\ 加一个字符，或 \\ 加三位数字。',
  ],
  [/^The text has more than 255 bytes\.$/, '文本超过 255 字节。'],
  [/^At least one text is needed\.$/, '至少需要一段文本。'],
  [/^A quote is not closed\.$/, '引号没有闭合。'],
  [/^Put "(.)" in quotes or escape it\.$/s, '请为“{1}”加上引号或转义。'],
  [/^(".*") is not a tag\. Use letters and digits\.$/s, '{1} 不是标签，请使用字母和数字。'],
  [/^(".*") is not a key of parameters\.$/s, '{1} 不是参数的键。'],
  [/^The value of (.+) is not valid\.$/s, '{1} 的值无效。'],
  [/^The value is not (.+)\.$/s, '值不是有效的 {1}。'],
  [/^(".*"|-?[\d,]+) is not a number from 0 to ([\d,]+)\.$/s, '{1} 不是 0 到 {2} 之间的数字。'],
  [/^(".*") is not a time in seconds\.$/s, '{1} 不是以秒为单位的时间。'],
  [/^(".*") is not a time\. Write YYYYMMDDHHmmSS\.$/s, '{1} 不是时间，请写作 YYYYMMDDHHmmSS。'],
  [/^(".*") is not an algorithm of DNSSEC\.$/s, '{1} 不是 DNSSEC 算法。'],
  [/^(".*") is not an IPv([46]) address\.$/s, '{1} 不是 IPv{2} 地址。'],
  [/^(".*") is not a record type\.$/s, '{1} 不是记录类型。'],
  [/^(".*") is not a class\.$/s, '{1} 不是类。'],
  [/^A zone can't have records of the type (.+)\.$/s, '区域中不能有 {1} 类型的记录。'],
  [/^The TTL must be a number from 0 to ([\d,]+)\.$/, 'TTL 必须是 0 到 {1} 之间的数字。'],
  [/^The name is empty\.$/, '名称为空。'],
  [/^A name can't be in quotes\.$/, '名称不能加引号。'],
  [/^A label of (".*") has more than 63 bytes\.$/s, '{1} 中有超过 63 字节的部分。'],
  [/^(".*") has more than 255 bytes\.$/s, '{1} 超过 255 字节。'],
  [/^(".*") has an empty label\.$/s, '{1} 中有空的部分。'],
  [/^(".*") is not absolute\. End it with a dot\.$/s, '{1} 不是完整名称，请以点结尾。'],
  [/^(".*") has an invalid escape\. Write \\ and three digits\.$/s, '{1} 中的转义无效，请写 \\ 加三位数字。'],
  [
    /^(".*") has characters beyond ASCII\. Write its A-label form \(xn--\)\.$/s,
    '{1} 含有非 ASCII 字符，请写作 xn-- 形式。',
  ],
  // bounded: the name is cut at 80 characters.
  [/^(".*") has a character that names cannot contain: (".*")\.$/s, '{1} 含有名称中不允许的字符：{2}。'],
  [/^There are bytes behind the (?:name|last value)\.$/, '末尾有多余的字节。'],
  [/^The parameter (.+) is there twice\.$/s, '参数 {1} 重复出现。'],
  [/^The parameters are not sorted by their keys\.$/, '参数没有按键排序。'],
  [/^The key 65535 is reserved\.$/, '键 65535 为保留值。'],
  [/^The parameter no-default-alpn needs alpn\.$/, '参数 no-default-alpn 需要 alpn。'],
  [/^The rcode (.+) needs EDNS\.$/s, '响应码 {1} 需要 EDNS。'],
  [/^This parenthesis is never closed\.$/, '此括号没有闭合。'],
  [/^Parentheses can't be nested\.$/, '括号不能嵌套。'],
  [/^This parenthesis was never opened\.$/, '此括号没有对应的左括号。'],
  [/^This quoted text doesn't end on its line\.$/, '此引号内的文本没有在本行结束。'],
  [
    /^After a backslash, write three digits up to 255, or one character that isn't a digit\.$/,
    '反斜杠之后请写不超过 255 的三位数字，或一个非数字字符。',
  ],
  [
    /^Control characters and spaces other than space and tab aren't allowed here\. Write them as \\DDD\.$/,
    '此处不允许控制字符，也不允许空格和制表符以外的空白。请写作 \\DDD。',
  ],
  [/^The file is larger than ([\d,]+) bytes\.$/, '文件超过 {1} 字节。'],
  [/^The file has more than ([\d,]+) records\.$/, '文件超过 {1} 条记录。'],
  [/^(\S+) isn't supported\. /, '不支持 {1}。'],
  [/^(\S+) isn't a known directive\.$/, '{1} 不是已知的指令。'],
  [/^(\S+) needs a value\.$/, '{1} 需要一个值。'],
  [/^(\S+) takes one value\.$/, '{1} 只能有一个值。'],
  [/^The line has no name, and no record before it has one\.$/, '此行没有名称，之前的记录也没有。'],
  [/^(.+) is outside the zone (.+)$/s, '{1} 不在区域 {2} 内。'],
  [/^The record has no type\.$/, '记录没有类型。'],
  [/^Only the class IN is supported, not (.+)\.$/s, '只支持 IN 类，不支持 {1}。'],
  [
    /^The record has no TTL\. Write one before its type, or \$TTL at the start of the file\.$/,
    '记录没有 TTL。请在类型前写出，或在文件开头写 $TTL。',
  ],
  [/^The name (.+) is longer than (\d+) characters when it is written out$/s, '名称 {1} 写全后超过 {2} 个字符。'],
]

/** An error of `@host/dns` in both languages. */
export function dnsWording(message: string): Wording {
  return { en: message, zh: translated(message) ?? `内容有误：${message}` }
}

/** Undefined for a sentence that is not in the table. */
export function translated(message: string): string | undefined {
  for (const [pattern, text] of texts) {
    const groups = pattern.exec(message)
    if (groups !== null) return text.replaceAll(/\{(\d)\}/g, (_all, place: string) => groups[Number(place)] ?? '')
  }
  return undefined
}
