import type { PluginI18n } from '@host/plugin'

export const i18n: PluginI18n = {
  en: {
    'info.title': 'Products',
    'info.description': 'Sell products, with orders, licenses and discounts',
    'info.category': 'Sales',
    'menu.products': 'Products',
    'menu.orders': 'Orders',
    'menu.licenses': 'Licenses',
    'action.create': 'Create product',
    'action.record-order': 'Record order',
    'event.product.created': 'A product was created',
    'event.order.paid': 'An order was paid',
    'event.order.refunded': 'An order was refunded, in whole or in part',
    'event.license.activated': 'A license was activated on a machine',
    'event.license.revoked': 'A license was revoked',
  },
  zh: {
    'info.title': '产品',
    'info.description': '销售产品，管理订单、许可证和折扣',
    'info.category': '销售',
    'menu.products': '产品',
    'menu.orders': '订单',
    'menu.licenses': '许可证',
    'action.create': '创建产品',
    'action.record-order': '记录订单',
    'event.product.created': '产品已创建',
    'event.order.paid': '订单已付款',
    'event.order.refunded': '订单已全额或部分退款',
    'event.license.activated': '许可证已在设备上激活',
    'event.license.revoked': '许可证已吊销',
  },
}
