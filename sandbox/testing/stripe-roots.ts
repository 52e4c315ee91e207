// Stripe's own types of what the sandbox answers and sends, by the `object` field of each, and of what it is asked, by call.
import type Stripe from 'stripe';

export interface StripeRoots {
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
}

export interface StripeRequests {
  'POST customers': Stripe.CustomerCreateParams;
  'DELETE customers/:id': Stripe.CustomerDeleteParams;
  'GET prices': Stripe.PriceListParams;
  'POST prices': Stripe.PriceCreateParams;
  'POST payment_intents': Stripe.PaymentIntentCreateParams;
  'GET payment_intents/:id': Stripe.PaymentIntentRetrieveParams;
  'POST payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams;
  'POST setup_intents': Stripe.SetupIntentCreateParams;
  'GET setup_intents/:id': Stripe.SetupIntentRetrieveParams;
  'POST subscriptions': Stripe.SubscriptionCreateParams;
  'GET subscriptions/:id': Stripe.SubscriptionRetrieveParams;
  'POST subscriptions/:id': Stripe.SubscriptionUpdateParams;
  'POST subscriptions/:id/resume': Stripe.SubscriptionResumeParams;
  'DELETE subscriptions/:id': Stripe.SubscriptionCancelParams;
  'GET invoices': Stripe.InvoiceListParams;
  'GET invoices/:id': Stripe.InvoiceRetrieveParams;
  /** Of these, one is asked for by the word `create_preview` in the place of an id. */
  'POST invoices/:id': Stripe.InvoiceCreatePreviewParams;
  'POST invoices/:id/pay': Stripe.InvoicePayParams;
  'POST invoices/:id/void': Stripe.InvoiceVoidInvoiceParams;
  'POST refunds': Stripe.RefundCreateParams;
  'GET disputes': Stripe.DisputeListParams;
  'GET invoice_payments': Stripe.InvoicePaymentListParams;
  'GET events': Stripe.EventListParams;
}
