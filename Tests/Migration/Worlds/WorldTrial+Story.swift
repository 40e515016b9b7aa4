// This source file is part of Allonym. Copyright (c) 2026 the Allonym authors.
// Licensed under Apache License 2.0. See LICENSE for the full text.
// SPDX-License-Identifier: Apache-2.0

import AllonymCore
import AllonymMappings

/// The shortest history that shows a fault.
extension WorldTrial {
    /// The fault as few steps show it, and everything that it takes to see it again.
    ///
    /// - Returns: The story; nil where the world of this seed has no fault.
    /// - Throws: What living, exporting and reading throw.
    func shortest() throws -> String? {
        let (earlier, world) = try life()
        guard var shortest = try fault(of: world, earlier) else { return nil }
        var steps = world.steps
        var index = steps.count
        while index > 0 {
            index -= 1
            guard index < steps.count else { continue }
            var fewer = steps
            fewer.remove(at: index)
            guard let (then, now) = try replay(fewer, of: world, earlier.now),
                let story = try fault(of: now, then)
            else { continue }
            (steps, shortest) = (fewer, story)
            // What an earlier step needed may be gone with this one.
            index = min(index + 1, steps.count)
        }
        return "\(export.testDescription), seed \(seed)\n" + shortest
    }

    private func fault(of world: SourceWorld, _ earlier: SourceWorld) throws -> String? {
        guard export.isWhole(world, earlier) else { return nil }
        guard case .fault(let story) = try compare(world, earlier) else { return nil }
        return story
    }

    /// Lives some steps of a world; nil where the stores have left something undone, or a step cannot
    /// be told.
    private func replay(
        _ steps: [SourceWorld.Step], of whole: SourceWorld, _ moment: Int64
    ) throws -> (earlier: SourceWorld, end: SourceWorld)? {
        var world = try SourceWorld(side)
        var earlier = world
        var purchases: [PurchaseHandle: PurchaseHandle] = [:]
        for step in steps {
            if step.time > moment, earlier.now < moment {
                earlier = world
                earlier.wait(until: moment)
            }
            guard world.courses.allSatisfy({ $0.due ?? .max >= step.time }) else { return nil }
            var step = step
            if let purchase = step.purchase {
                guard let same = purchases[purchase] else { return nil }
                step.purchase = same
            }
            var next = world
            next.perform(step)
            guard export.isTellable(world, next) else { return nil }
            for (before, after) in zip(step.made, world.courses.count..<next.courses.count) {
                purchases[PurchaseHandle(before)] = PurchaseHandle(after)
            }
            world = next
        }
        guard world.courses.allSatisfy({ $0.due ?? .max > whole.now }) else { return nil }
        world.wait(until: whole.now)
        return (earlier, world)
    }

    /// What was done, what came of it, the files, and in what they part.
    func story(
        _ world: SourceWorld, _ files: [WorldExport.File], _ faults: [String]
    ) -> String {
        var text = faults.map { "  \($0)\n" }.joined()
        for (step, outcome) in zip(world.steps, world.outcomes) {
            text += "| \(CivilTime(step.time).plain) | \(step.device) | \(step.action.text) "
            text += "| [\(outcome.word)] |\n"
        }
        text += "at: \(CivilTime(world.now).plain)\n"
        for customer in world.customers {
            let names = world.access(of: customer.original.user).sorted()
            let ids = customer.ids.map(\.text).joined(separator: " ")
            let held = customer.purchases.map { "\($0.product) \($0.state.word)" }
            text += "customer \(ids): access to \(names), holds \(held)\n"
        }
        for file in files { text += "--- \(file.name)\n\(file.text)" }
        return text
    }
}

extension Action {
    /// As scenario files have it.
    fileprivate var text: String {
        switch self {
        case .install(let account): "install \(account?.text ?? "")"
        case .configure(let id, let account): "configure \(id) \(account?.text ?? "")"
        case .logIn(let id): "log in \(id)"
        case .buy(let product), .own(let product): "\(word) \(product.id)"
        case .store(let event, let product): "\(event.rawValue) \(product)"
        case .notify(let product): "notify \(product)"
        case .grant(let name), .revoke(let name), .expireGrant(let name): "\(word) \(name)"
        case .change(let product, let other, let atRenewal):
            "change \(product) to \(other.id)" + (atRenewal ? " at renewal" : "")
        case .use(let account): "use \(account)"
        case .share(let product, let device), .unshare(let product, let device):
            "\(word) \(product) with \(device)"
        case .transfer(let id, let other): "transfer \(id) to \(other)"
        case .redeem(let product, let id): "redeem \(product) from \(id)"
        case .delete(let id): "delete \(id)"
        case .reinstall, .logOut, .open, .restore, .sync, .check: word
        }
    }
}
