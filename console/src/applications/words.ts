export const MAY_NOT_PRICE = 'Only owners and admins set prices, plans and provider ids'
export const MAY_NOT_SELL = 'Only owners and admins put an application on sale or take it off'
