/** The page at `/.privacy/<slug>` of a link host: exactly what a visit of the link would store. Nothing is. */
import type { Language } from '@host/plugin'
import type { Click } from '../clicks/click.ts'
import type { ReadClick } from '../clicks/read-click.ts'
import { joined, markup } from '../pages/markup.ts'
import { visitorPage } from '../pages/visitor-page.ts'
import type { Parts } from '../parts.ts'

/** Shows what is stored of a click. */
export async function answerPrivacy(
  { clicks }: { readonly clicks: Pick<Parts['clicks'], 'preview'> },
  click: Click,
  language: Language,
): Promise<Response> {
  const say = texts[language]
  const rows = rowsOf(await clicks.preview(click), say).map(([name, value]) => {
    return markup`<dt>${say.names[name]}</dt><dd>${value === '' ? say.nothing : value}</dd>\n`
  })
  const list = markup`<dl>\n${joined(rows)}</dl>\n`
  return visitorPage({ status: 200, language, title: say.title, paragraphs: say.paragraphs, markup: list })
}

/** Everything that is stored, in the order of the page. */
function rowsOf({ at, rule, version, profile, campaign }: ReadClick, { yes, no }: Pick<Texts, 'yes' | 'no'>) {
  return [
    ['at', new Date(at).toISOString()],
    ['country', profile.country],
    ['city', profile.city],
    ['device', profile.device],
    ['browser', profile.browser],
    ['system', profile.system],
    ['language', profile.language],
    ['referrer', profile.referrer],
    ['robot', profile.isRobot ? yes : no],
    ['campaign', [campaign.source, campaign.medium, campaign.campaign].filter(Boolean).join(', ')],
    ['rule', rule === null ? '' : String(rule + 1)],
    ['version', String(version)],
    ['visitor', profile.visitor],
  ] as const
}

type Name = ReturnType<typeof rowsOf>[number][0]

interface Texts {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly nothing: string
  readonly yes: string
  readonly no: string
  readonly names: Readonly<Record<Name, string>>
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    title: 'Stored data of a visit',
    paragraphs: [
      'If you opened this link now, this is all that would be stored. This page stores nothing.',
      'Your address and the name of your browser are not stored, and no cookie is set. The visitor code changes every day, and the key to it is deleted after two days.',
    ],
    nothing: 'Nothing',
    yes: 'Yes',
    no: 'No',
    names: {
      at: 'Time',
      country: 'Country',
      city: 'City',
      device: 'Device',
      browser: 'Browser',
      system: 'Operating system',
      language: 'Language',
      referrer: 'Site with the link',
      robot: 'Robot',
      campaign: 'Campaign',
      rule: 'Rule that decides',
      version: 'Version of the link',
      visitor: 'Visitor code',
    },
  },
  zh: {
    title: '访问时存储的数据',
    paragraphs: [
      '如果您现在打开此链接，将只存储以下数据。本页面不存储任何数据。',
      '不会存储您的地址和浏览器标识，也不会设置 Cookie。访客代码每天更换，其密钥在两天后删除。',
    ],
    nothing: '无',
    yes: '是',
    no: '否',
    names: {
      at: '时间',
      country: '国家或地区',
      city: '城市',
      device: '设备',
      browser: '浏览器',
      system: '操作系统',
      language: '语言',
      referrer: '来源网站',
      robot: '机器人',
      campaign: '广告系列',
      rule: '命中的规则',
      version: '链接版本',
      visitor: '访客代码',
    },
  },
}
