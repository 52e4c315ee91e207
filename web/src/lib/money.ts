// Prices as they are shown: '$49.99' from the decimal string the service sends.
export const priceText = (price: string): string => `$${price}`;
