"""Calls the 30 operations of REST v2 about identity, entitlements, purchases and webhooks, and those
that set up a catalogue, through the package revenuecat-client as it is published. Operations that this
version of the package does not have yet go through its own connection.

Usage: revenuecat-client.py http://127.0.0.1:8080
"""

import json
import sys
import urllib.request
from urllib.parse import parse_qs, urlsplit

from revenuecat_client import AuthenticatedClient, models
from revenuecat_client.api.customer import (
    create_customer, delete_customer, get_customer, list_customer_active_entitlements,
    list_customer_aliases, list_customer_attributes, list_customers, list_purchases,
    list_subscriptions, set_customer_attributes)
from revenuecat_client.api.entitlement import (
    attach_products_to_entitlement, create_entitlement, delete_entitlement,
    detach_products_from_entitlement, get_entitlement, get_products_from_entitlement,
    list_entitlements, update_entitlement)
from revenuecat_client.api.offering import (
    create_offering, delete_offering, get_offering, list_offerings, update_offering)
from revenuecat_client.api.package import (
    attach_products_to_package, create_packages, delete_package_from_offering,
    detach_products_from_package, get_package, get_products_from_package, list_packages,
    update_package)
from revenuecat_client.api.product import create_product, delete_product, get_product, list_products
from revenuecat_client.api.purchase import get_purchase, list_purchase_entitlements, refund_purchase
from revenuecat_client.api.subscription import (
    cancel_subscription, get_subscription, list_subscription_entitlements, refund_subscription)

ADDRESS = sys.argv[1]
PROJECT = "demo"
client = AuthenticatedClient(
    base_url=ADDRESS + "/v2", token="sk_demo", raise_on_unexpected_status=True)
called = {"package": set(), "connection": set()}


def call(operation, *arguments, status=200, **members):
    """Calls an operation of the package, and answers with the object that it reads."""
    response = operation.sync_detailed(PROJECT, *arguments, client=client, **members)
    name = operation.__name__.rsplit(".", 1)[1]
    assert response.status_code == status, (name, response.status_code, response.content)
    if status < 300:
        assert response.parsed is not None, (name, response.content)
        called["package"].add(name.replace("_", "-"))
    return response.parsed


def send(name, method, path, body=None, status=200, **query):
    """Sends a call that the package has no function for, over the connection that it has."""
    response = client.get_httpx_client().request(
        method, f"/projects/{PROJECT}{path}", json=body, params=query)
    assert response.status_code == status, (name, response.status_code, response.text)
    if status < 300:
        called["connection"].add(name)
    return response.json()


def at_store(account, product_id, **members):
    """Buys at a simulated store, and answers with the token that an app would present."""
    sale = {"account": account, "product": product_id, **members}
    return post("/allonym/v1/purchases", sale, "ak_demo")["token"]


def present(token, user):
    post("/v1/receipts", {"app_user_id": user, "fetch_token": token}, "pk_demo", {"X-Platform": "ios"})


def post(path, body, key, headers=None):
    request = urllib.request.Request(
        ADDRESS + path, json.dumps(body).encode(), {
            "Authorization": "Bearer " + key, "Content-Type": "application/json", **(headers or {})})
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


def body(name, **members):
    return getattr(models, name).from_dict(members)


def customers():
    ann = call(create_customer, status=201, body=body("CreateCustomerBody", id="ann"))
    assert ann.id == "ann" and ann.project_id == PROJECT
    call(create_customer, status=409, body=body("CreateCustomerBody", id="ann"))
    call(get_customer, "nobody", status=404)
    attributes = [{"name": "$email", "value": "ann@x.example"}, {"name": "size", "value": "L"}]
    call(set_customer_attributes, "ann", body=body("SetCustomerAttributesBody", attributes=attributes))
    assert len(call(list_customer_attributes, "ann").items) == 2
    anonymous = "$RCAnonymousID:0123456789abcdef0123456789abcdef"
    present(at_store("app_store:eve", "monthly"), anonymous)
    call(create_customer, status=201, body=body("CreateCustomerBody", id="zoe"))
    assert call(get_customer, anonymous).id == anonymous
    assert [alias.id for alias in call(list_customer_aliases, anonymous).items] == [anonymous]

    # Page by page: what follows an anonymous ID is found by what its address says, decoded once.
    found, after = [], None
    while len(found) < 9:
        page = call(list_customers, limit=1, **({"starting_after": after} if after else {}))
        found += [item.id for item in page.items]
        if not page.next_page:
            break
        after = parse_qs(urlsplit(page.next_page).query)["starting_after"][0]
    assert found == ["ann", anonymous, "zoe"], found
    assert call(delete_customer, "zoe").id == "zoe"
    call(delete_customer, "zoe", status=404)


def entitlements():
    pro = next(item for item in call(list_entitlements).items if item.lookup_key == "pro")
    granted = send(
        "grant-customer-entitlement", "POST", "/customers/ann/actions/grant_entitlement",
        {"entitlement_id": pro.id, "expires_at": 4102444800000}, status=201)
    assert granted["object"] == "customer"
    active = call(list_customer_active_entitlements, "ann").items
    assert [item.entitlement_id for item in active] == [pro.id]
    send(
        "revoke-customer-granted-entitlement", "POST",
        "/customers/ann/actions/revoke_granted_entitlement", {"entitlement_id": pro.id})
    assert call(list_customer_active_entitlements, "ann").items == []


def purchases():
    present(at_store("app_store:ann", "monthly"), "ann")
    one = call(list_subscriptions, "ann").items[0]
    same = call(get_subscription, one.id)
    assert same.customer_id == "ann" and same.gives_access
    assert len(call(list_subscription_entitlements, one.id).items) == 1
    transactions = send(
        "get-play-store-or-app-store-subscription-transactions", "GET",
        f"/subscriptions/{one.id}/transactions")
    found = send(
        "search-subscriptions", "GET", "/subscriptions",
        store_subscription_identifier=transactions["items"][0]["id"])
    assert [item["id"] for item in found["items"]] == [one.id]
    call(cancel_subscription, one.id, status=422)

    call(create_customer, status=201, body=body("CreateCustomerBody", id="bob"))
    moved = send(
        "transfer-customer-data", "POST", "/customers/ann/actions/transfer",
        {"target_customer_id": "bob"})
    assert moved["target_customer"]["id"] == "bob"
    after = call(get_subscription, one.id)
    assert (after.customer_id, after.original_customer_id) == ("bob", "ann")

    for user, action in [("cat", cancel_subscription), ("dan", refund_subscription)]:
        at_store("rc_billing:" + user, "monthly", customer=user)
        web = call(list_subscriptions, user).items[0]
        address = send(
            "get-authorized-subscription-management-url", "GET",
            f"/subscriptions/{web.id}/authenticated_management_url")
        assert address["management_url"].startswith(f"{ADDRESS}/allonym/console/{PROJECT}/")
        assert call(action, web.id).gives_access == (action is cancel_subscription)
        call(action, web.id, status=422)

    present(at_store("play_store:fay", "monthly"), "fay")
    play = call(list_subscriptions, "fay").items[0]
    identifier = send("get-subscription", "GET", f"/subscriptions/{play.id}")["store_subscription_identifier"]
    refunded = send(
        "refund-play-store-subscription-transaction", "POST",
        f"/subscriptions/{play.id}/transactions/{identifier}/actions/refund")
    assert refunded["id"] == identifier

    at_store("rc_billing:gus", "coins", customer="gus")
    coins = call(list_purchases, "gus").items[0]
    assert call(get_purchase, coins.id).status.value == "owned"
    assert len(call(list_purchase_entitlements, coins.id).items) == 1
    identifier = send("get-purchase", "GET", f"/purchases/{coins.id}")["store_purchase_identifier"]
    found = send("search-purchases", "GET", "/purchases", store_purchase_identifier=identifier)
    assert [item["id"] for item in found["items"]] == [coins.id]
    assert call(refund_purchase, coins.id).status.value == "refunded"


def webhooks():
    path = "/integrations/webhooks"
    made = send(
        "create-webhook-integration", "POST", path,
        {"name": "hook", "url": "https://hooks.example.com", "event_types": ["renewal"]}, status=201)
    one = f"{path}/{made['id']}"
    assert send("get-webhook-integration", "GET", one) == made
    assert send("list-webhook-integrations", "GET", path)["items"] == [made]
    renamed = send("update-webhook-integration", "POST", one, {"name": "other"})
    assert renamed["name"] == "other" and renamed["event_types"] == ["renewal"]
    send("delete-webhook-integration", "DELETE", one)
    send("get-webhook-integration", "GET", one, status=404)


def catalogue():
    app = call(list_products).items[0].app_id
    made = call(
        create_product, status=201,
        body=body("CreateProductBody", store_identifier="weekly", app_id=app, type="subscription"))
    assert call(get_product, made.id).store_identifier == "weekly"
    plus = call(
        create_entitlement, status=201,
        body=body("CreateEntitlementBody", lookup_key="plus", display_name="Plus"))
    call(update_entitlement, plus.id, body=body("UpdateEntitlementBody", display_name="More"))
    assert call(get_entitlement, plus.id).display_name == "More"
    ids = {"product_ids": [made.id]}
    call(attach_products_to_entitlement, plus.id, body=body("AttachProductsToEntitlementBody", **ids))
    assert len(call(get_products_from_entitlement, plus.id).items) == 1
    call(detach_products_from_entitlement, plus.id, body=body("DetachProductsFromEntitlementBody", **ids))
    assert call(get_products_from_entitlement, plus.id).items == []

    spring = call(
        create_offering, status=201,
        body=body("CreateOfferingBody", lookup_key="spring", display_name="Spring"))
    call(update_offering, spring.id, body=body("UpdateOfferingBody", is_current=True))
    assert call(get_offering, spring.id).is_current
    assert len(call(list_offerings).items) == 2
    weekly = call(
        create_packages, spring.id, status=201,
        body=body("CreatePackagesBody", lookup_key="$rc_weekly", display_name="Weekly"))
    call(update_package, weekly.id, body=body("UpdatePackageBody", display_name="A week"))
    assert call(get_package, weekly.id).display_name == "A week"
    products = [{"product_id": made.id, "eligibility_criteria": "all"}]
    call(attach_products_to_package, weekly.id, body=body("AttachProductsToPackageBody", products=products))
    assert len(call(get_products_from_package, weekly.id).items) == 1
    call(detach_products_from_package, weekly.id, body=body("DetachProductsFromPackageBody", **ids))
    assert len(call(list_packages, spring.id).items) == 1
    call(delete_package_from_offering, weekly.id)
    call(delete_offering, spring.id)
    call(delete_entitlement, plus.id)
    call(delete_product, made.id)
    call(get_product, made.id, status=404)


OPERATIONS = """
list-customers create-customer get-customer delete-customer transfer-customer-data
grant-customer-entitlement revoke-customer-granted-entitlement list-webhook-integrations
create-webhook-integration get-webhook-integration update-webhook-integration
delete-webhook-integration get-subscription
get-play-store-or-app-store-subscription-transactions refund-play-store-subscription-transaction
list-subscription-entitlements cancel-subscription refund-subscription
get-authorized-subscription-management-url list-subscriptions get-purchase
list-purchase-entitlements refund-purchase list-purchases list-customer-active-entitlements
list-customer-aliases list-customer-attributes set-customer-attributes search-subscriptions
search-purchases
""".split()

for step in [customers, entitlements, purchases, webhooks, catalogue]:
    step()
missing = set(OPERATIONS) - called["package"] - called["connection"]
assert len(OPERATIONS) == 30 and not missing, missing
more = called["package"] - set(OPERATIONS)
print(
    f"revenuecat-client: {len(OPERATIONS)} operations about customers and webhooks "
    f"({len(called['package'] & set(OPERATIONS))} of its own functions, the others over its connection), "
    f"{len(more)} about the catalogue")
