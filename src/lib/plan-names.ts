/** Plans on the price page in order; prices are in plans.json. */
export const planNames = ['solo', 'pro', 'team'] as const
