import type { HelpCategory, Language } from '@host/plugin'

/** Texts of the frame around the pages. */
export interface Words {
  readonly help: string
  readonly product: string
  readonly skip: string
  readonly pages: string
  readonly onThisPage: string
  readonly search: string
  readonly searchFor: string
  readonly otherLanguage: string
  readonly notTranslated: string
  readonly nothingFound: string
  readonly found: string
  readonly missing: string
  readonly missingText: string
  readonly welcome: string
  readonly table: string
  readonly asides: Readonly<Record<'note' | 'tip' | 'caution', string>>
  readonly categories: Readonly<Record<HelpCategory, string>>
}

/** The words of both languages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    help: 'Help',
    product: 'Open the app',
    skip: 'Skip to content',
    pages: 'All pages',
    onThisPage: 'On this page',
    search: 'Search',
    searchFor: 'Search the help',
    otherLanguage: '中文',
    notTranslated: 'This page is only available in English.',
    nothingFound: 'No results. Try fewer words, or choose a page from the list.',
    found: 'Results for ',
    missing: 'Page not found',
    missingText: 'The address may be wrong, or the page belongs to a feature that is switched off. Available pages:',
    welcome: 'Learn how to use each part of the product.',
    table: 'Table',
    asides: { note: 'Note', tip: 'Tip', caution: 'Caution' },
    categories: {
      start: 'Getting started',
      operations: 'Operations',
      infrastructure: 'Infrastructure',
      commerce: 'Commerce',
      settings: 'Settings',
      licensing: 'Licensing',
    },
  },
  zh: {
    help: '帮助',
    product: '打开产品',
    skip: '跳到正文',
    pages: '全部页面',
    onThisPage: '本页内容',
    search: '搜索',
    searchFor: '搜索帮助',
    otherLanguage: 'English',
    notTranslated: '此页面只有英文版。',
    nothingFound: '没有页面包含所有这些词语。请减少词语，或从列表中选择页面。',
    found: '包含以下词语的页面：',
    missing: '此页面不存在',
    missingText: '网址可能有误，或者页面属于已关闭的功能。现有页面如下：',
    welcome: '产品各部分的作用与使用方法。',
    table: '表格',
    asides: { note: '说明', tip: '提示', caution: '注意' },
    categories: {
      start: '入门',
      operations: '运维',
      infrastructure: '基础设施',
      commerce: '商务',
      settings: '设置',
      licensing: '许可',
    },
  },
}
