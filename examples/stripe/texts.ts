import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Stripe',
    'info.description': 'Plans and orders paid by Stripe',
    'info.category': 'Sales',
    'settings.stripe': 'Stripe',
    'settings.stripe.signingSecret': 'Signing secret',
    'settings.stripe.previousSigningSecret': 'Previous signing secret',
    'settings.stripe.seller': 'ID of the workspace that sells',
    'settings.stripe.products': 'Products by plan, such as team=prod_…',
  },
  zh: {
    'info.title': 'Stripe',
    'info.description': '通过 Stripe 支付的套餐和订单',
    'info.category': '销售',
    'settings.stripe': 'Stripe',
    'settings.stripe.signingSecret': '签名密钥',
    'settings.stripe.previousSigningSecret': '上一个签名密钥',
    'settings.stripe.seller': '销售方工作区的 ID',
    'settings.stripe.products': '各套餐对应的产品，例如 team=prod_…',
  },
}
